import { Type } from 'typebox';
import { expectedOutputs } from '../../case.ts';
import { judgeCorrectness } from '../../judge/correctness.ts';
import { defineMetric } from '../metric.ts';

export const correctness = defineMetric({
  key: 'quality.correctness',
  title: 'Correctness',
  formula: 'Probability that a person would accept the answer as saying what one of the expected answers says.',
  evalTypes: ['rag', 'custom'],
  fields: ['actual_output', 'expected_output'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Fitted on human verdicts of EVOUNA (Wang et al. 2023): docs/evaluation.md',
  agreement: [
    { dataset: 'EVOUNA Natural Questions', statistic: 'AUC', value: 0.959, lengthBaseline: null, grade: 'good' },
    { dataset: 'EVOUNA TriviaQA', statistic: 'AUC', value: 0.988, lengthBaseline: null, grade: 'good' },
  ],
  parameters: Type.Object({}),
  builtIn: (subject) => {
    const judged = judgeCorrectness(expectedOutputs(subject), subject.actual_output ?? '');
    if (judged === null) return { unmeasured: 'empty_answer' };
    return { score: judged.score, evidence: { measures: judged.measures } };
  },
});
