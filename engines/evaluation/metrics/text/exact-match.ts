import { Type } from 'typebox';
import { isExactMatch } from '../../overlap/token-f1.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED, bestOf } from './best-of.ts';

export const exactMatch = defineMetric({
  key: 'text.exact_match',
  title: 'Exact match',
  formula: '1 if the answer equals an expected one, without case, punctuation and articles; otherwise 0.',
  evalTypes: ['rag', 'custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [0, 1],
  threshold: 1,
  source: 'Rajpurkar et al. 2016, SQuAD',
  agreement: [],
  parameters: Type.Object({}),
  compute: (subject) => bestOf(subject, (pair) => (isExactMatch(pair) ? 1 : 0)),
});
