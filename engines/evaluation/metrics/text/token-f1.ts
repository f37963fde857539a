import { Type } from 'typebox';
import { tokenF1 as f1 } from '../../overlap/token-f1.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED, bestOf } from './best-of.ts';

export const tokenF1 = defineMetric({
  key: 'text.token_f1',
  title: 'Token F1',
  formula: 'Harmonic mean of the shares of words that the answer and the expected answer have in common.',
  evalTypes: ['rag', 'custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [0, 1],
  threshold: null,
  source: 'Rajpurkar et al. 2016, SQuAD',
  agreement: [
    { dataset: 'EVOUNA Natural Questions', statistic: 'AUC', value: 0.894, lengthBaseline: 0.505, grade: 'good' },
    { dataset: 'EVOUNA TriviaQA', statistic: 'AUC', value: 0.914, lengthBaseline: 0.529, grade: 'good' },
  ],
  parameters: Type.Object({}),
  compute: (subject) => bestOf(subject, f1),
});
