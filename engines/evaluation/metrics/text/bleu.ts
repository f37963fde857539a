import { Type } from 'typebox';
import { sentenceBleu } from '../../overlap/bleu.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED, bestOf } from './best-of.ts';

/** Of sacrebleu, which counts to 100. */
const PERCENT = 100;

export const bleu = defineMetric({
  key: 'text.bleu',
  title: 'BLEU',
  formula: 'Geometric mean of the precisions of 1- to 4-grams, times a penalty for brevity, as by sacrebleu.',
  evalTypes: ['custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [0, 1],
  threshold: null,
  source: 'Papineni et al. 2002; Post 2018, sacrebleu',
  agreement: [],
  parameters: Type.Object({}),
  compute: (subject) => bestOf(subject, (pair) => sentenceBleu(pair) / PERCENT),
});
