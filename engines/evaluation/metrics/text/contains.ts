import { Type } from 'typebox';
import { expectedOutputs } from '../../cases/case.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED } from './best-of.ts';

export const contains = defineMetric({
  key: 'text.contains',
  title: 'Contains the expected answer',
  formula:
    '1 if an expected answer is part of the answer, without case; otherwise 0. With `all`, every expected ' +
    'answer must be.',
  evalTypes: ['rag', 'custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [0, 1],
  threshold: 1,
  source: 'Part of the text, by Unicode code points',
  agreement: [
    { dataset: 'EVOUNA Natural Questions', statistic: 'kappa', value: 0.635, lengthBaseline: null, grade: 'moderate' },
    { dataset: 'EVOUNA TriviaQA', statistic: 'kappa', value: 0.705, lengthBaseline: null, grade: 'moderate' },
  ],
  parameters: Type.Object({
    all: Type.Boolean({ default: false, description: 'Whether every expected answer must be contained.' }),
    ignore_case: Type.Boolean({ default: true, description: 'Whether case does not matter.' }),
  }),
  compute: (subject, { all, ignore_case }) => {
    const plain = (text: string): string => (ignore_case ? text.toLowerCase() : text);
    const answer = plain(subject.actual_output ?? '');
    const expected = expectedOutputs(subject);
    const missing = expected.filter((text) => !answer.includes(plain(text)));
    const isRight = all ? missing.length === 0 : missing.length < expected.length;
    return { score: isRight ? 1 : 0, evidence: { missing } };
  },
});
