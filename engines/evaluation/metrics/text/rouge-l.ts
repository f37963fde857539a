import { Type } from 'typebox';
import { rougeL as overlap } from '../../overlap/rouge-l.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED, bestOf } from './best-of.ts';

export const rougeL = defineMetric({
  key: 'text.rouge_l',
  title: 'ROUGE-L',
  formula: 'F-score of the longest common subsequence of stemmed words, as by rouge-score.',
  evalTypes: ['custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [0, 1],
  threshold: null,
  source: 'Lin 2004',
  agreement: [],
  parameters: Type.Object({}),
  compute: (subject) => bestOf(subject, (pair) => overlap(pair).f1),
});
