import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { expectedOutputs } from '../../cases/case.ts';
import { judgeCorrectness } from '../../judges/built-in/correctness.ts';
import { fits, hasWords, instructions } from '../../judges/model/question.ts';
import { showCase } from '../../judges/model/shown-case.ts';
import { defineMetric } from '../metric.ts';

const VERDICTS = { correct: 1, partly_correct: 0.5, wrong: 0 } as const;

const JUDGMENT = closed({
  reason: Type.String(),
  verdict: Type.Enum(['correct', 'partly_correct', 'wrong'], { type: 'string' }),
});

const INSTRUCTIONS = instructions(`You grade an answer by the expected answers.
The question is in <question>, each expected answer in <expected_answer>, the answer in <answer>.

- reason: one short sentence.
- verdict: "correct" if the answer says what one of the expected answers says, in whatever words, and contradicts none of it; "partly_correct" if it says a part of it and nothing wrong; otherwise "wrong". An answer that refuses, evades or only repeats the question is wrong.`);

export const correctness = defineMetric({
  key: 'quality.correctness',
  title: 'Correctness',
  formula:
    'Probability that a person would accept the answer as saying what one of the expected answers says. By a ' +
    'model: 1 if it says that, .5 if it says a part of it and nothing wrong, otherwise 0.',
  evalTypes: ['rag', 'custom'],
  fields: ['actual_output', 'expected_output'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Fitted on human verdicts of EVOUNA (Wang et al. 2023): docs/evaluation-metrics.md',
  agreement: [
    { dataset: 'EVOUNA Natural Questions', statistic: 'AUC', value: 0.959, lengthBaseline: 0.505, grade: 'good' },
    { dataset: 'EVOUNA TriviaQA', statistic: 'AUC', value: 0.988, lengthBaseline: 0.529, grade: 'good' },
    { dataset: 'EVOUNA', statistic: 'kappa', value: 0.804, lengthBaseline: null, grade: 'good' },
  ],
  parameters: Type.Object({}),
  builtIn: (subject) => {
    const judged = judgeCorrectness(expectedOutputs(subject), subject.actual_output ?? '');
    if (judged === null) return { unmeasured: 'empty_answer' };
    return { score: judged.score, evidence: { measures: judged.measures } };
  },
  byModel: async (subject, _parameters, judge) => {
    if (!hasWords(subject.actual_output ?? '')) return { unmeasured: 'empty_answer' };
    const { data } = showCase(subject, ['user_input', 'expected_output', 'actual_output']);
    if (!fits(judge, data)) return { unmeasured: 'too_long' };
    const { reason, verdict } = await judge.ask({
      name: 'correctness',
      instructions: INSTRUCTIONS,
      data,
      schema: JUDGMENT,
      maxTokens: 500,
    });
    return { score: VERDICTS[verdict], evidence: { verdict, reason } };
  },
});
