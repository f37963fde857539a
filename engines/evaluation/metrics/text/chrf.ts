import { Type } from 'typebox';
import { chrf as fScore } from '../../overlap/chrf.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED, bestOf } from './best-of.ts';

/** Of sacrebleu, which counts to 100. */
const PERCENT = 100;

export const chrf = defineMetric({
  key: 'text.chrf',
  title: 'chrF',
  formula: 'F-score of 1- to 6-grams of characters, recall weighted twice, as by sacrebleu.',
  evalTypes: ['custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [0, 1],
  threshold: null,
  source: 'Popović 2015',
  agreement: [],
  parameters: Type.Object({}),
  compute: (subject) => bestOf(subject, (pair) => fScore(pair) / PERCENT),
});
