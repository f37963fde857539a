import { Type } from 'typebox';
import { helpsQuestion } from '../../judges/built-in/passages.ts';
import { askForRelevance, judgePassages, worthOf } from '../../judges/model/passages.ts';
import { showCase } from '../../judges/model/shown-case.ts';
import { mean } from '../../../statistics/bootstrap.ts';
import { defineMetric } from '../metric.ts';
import { comparedTexts, rated, similarities, unjudgeable } from './retrieved.ts';

export const contextRelevance = defineMetric({
  key: 'rag.context_relevance',
  title: 'Context relevance',
  formula:
    'Mean over the contexts of the probability that the context helps to answer the question. By a model: 1 ' +
    'for a context that answers it alone, .5 for one that an answer needs, otherwise 0.',
  evalTypes: ['rag', 'custom'],
  fields: ['user_input', 'retrieval_contexts'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Fitted on similarities of vectors: docs/evaluation-metrics.md',
  agreement: [
    { dataset: 'XQuAD, passages', statistic: 'AUC', value: 0.973, lengthBaseline: 0.567, grade: 'good' },
    { dataset: 'HotpotQA, passages', statistic: 'AUC', value: 0.868, lengthBaseline: 0.659, grade: 'good' },
    { dataset: 'MuSiQue, passages', statistic: 'AUC', value: 0.717, lengthBaseline: 0.538, grade: 'moderate' },
  ],
  parameters: Type.Object({}),
  embeds: ({ user_input: question = '', retrieval_contexts: passages = [] }) => comparedTexts(question, passages),
  builtIn: (subject, _parameters, { vectors }) => {
    const unjudged = unjudgeable(subject);
    if (unjudged !== null) return unjudged;
    const { retrieval_contexts: passages = [] } = subject;
    const relevances = similarities(passages, vectors).map((found) => (found === null ? 0 : helpsQuestion(found)));
    return { score: mean(relevances), evidence: { contexts: rated(relevances) } };
  },
  byModel: async (subject, _parameters, judge) => {
    const unjudged = unjudgeable(subject);
    if (unjudged !== null) return unjudged;
    const { data } = showCase(subject, ['user_input']);
    const contexts = await judgePassages(judge, askForRelevance, data, subject.retrieval_contexts ?? []);
    if (contexts === null) return { unmeasured: 'too_long' };
    return { score: mean(contexts.map(worthOf)), evidence: { contexts } };
  },
});
