import { Type } from 'typebox';
import { expectedOutputs } from '../../cases/case.ts';
import { averagePrecision, helpsAnswer, stemsOf, wantedWords } from '../../judges/built-in/passages.ts';
import { askForUse, judgePassages, worthOf } from '../../judges/model/passages.ts';
import { showCase } from '../../judges/model/shown-case.ts';
import { defineMetric } from '../metric.ts';
import { comparedTexts, questionWithAnswer, rated, similarities, unjudgeable } from './retrieved.ts';

export const contextPrecision = defineMetric({
  key: 'rag.context_precision',
  title: 'Context precision',
  formula:
    'Average precision of the contexts in their order: 1 when those that help to give the expected answer come ' +
    'first, 0 when none helps.',
  evalTypes: ['rag', 'custom'],
  fields: ['user_input', 'expected_output', 'retrieval_contexts'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Average precision over fitted verdicts: docs/evaluation-metrics.md',
  agreement: [
    { dataset: 'XQuAD, passages', statistic: 'AUC', value: 0.998, lengthBaseline: 0.567, grade: 'good' },
    { dataset: 'HotpotQA, passages', statistic: 'AUC', value: 0.931, lengthBaseline: 0.659, grade: 'good' },
    { dataset: 'MuSiQue, passages', statistic: 'AUC', value: 0.848, lengthBaseline: 0.538, grade: 'good' },
  ],
  parameters: Type.Object({}),
  embeds: (subject) => comparedTexts(questionWithAnswer(subject), subject.retrieval_contexts ?? []),
  builtIn: (subject, _parameters, { vectors }) => {
    const wanted = expectedOutputs(subject).flatMap((expected) => wantedWords(expected) ?? []);
    const unjudged = unjudgeable(subject);
    if (unjudged !== null) return unjudged;
    if (wanted.length === 0) return { unmeasured: 'field_missing', about: 'expected_output' };
    const { retrieval_contexts: passages = [] } = subject;
    const found = similarities(passages, vectors);
    const relevances = passages.map((passage, index) => {
      const similarity = found[index] ?? null;
      const stems = stemsOf(passage);
      const share = Math.max(...wanted.map(({ shareIn }) => shareIn(stems)));
      return similarity === null ? 0 : helpsAnswer(similarity, share);
    });
    const contexts = rated(relevances);
    const score = averagePrecision(contexts.map(({ is_relevant }) => is_relevant));
    return { score, evidence: { contexts } };
  },
  byModel: async (subject, _parameters, judge) => {
    const unjudged = unjudgeable(subject);
    if (unjudged !== null) return unjudged;
    const { data } = showCase(subject, ['user_input', 'expected_output']);
    const contexts = await judgePassages(judge, askForUse, data, subject.retrieval_contexts ?? []);
    if (contexts === null) return { unmeasured: 'too_long' };
    const score = averagePrecision(contexts.map((context) => worthOf(context) > 0));
    return { score, evidence: { contexts } };
  },
});
