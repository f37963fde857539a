import { Type } from 'typebox';
import { expectedOutputs } from '../../cases/case.ts';
import type { Case } from '../../cases/case.ts';
import { cosine } from '../../judges/built-in/vectors.ts';
import { defineMetric } from '../metric.ts';
import { COMPARED } from './best-of.ts';

export const embeddingSimilarity = defineMetric({
  key: 'text.embedding_similarity',
  title: 'Embedding similarity',
  formula:
    'Cosine of the vectors of the answer and the expected answer, by the embedding model of the installation. ' +
    'Of several right answers, the closest counts.',
  evalTypes: ['rag', 'custom'],
  fields: COMPARED,
  direction: 'higher',
  range: [-1, 1],
  // Models differ in what their cosines mean.
  threshold: null,
  source: 'Cosine of vectors',
  agreement: [],
  parameters: Type.Object({}),
  embeds: textsOf,
  compute: (subject, _parameters, { vectors }) => {
    if ((subject.actual_output ?? '').trim() === '') return { unmeasured: 'empty_answer' };
    const [, ...expected] = textsOf(subject);
    const [answer = [], ...others] = vectors;
    const cosines = others.map((vector, index) => ({ score: cosine(answer, vector), expected: expected[index] }));
    const [first, ...more] = cosines;
    if (first === undefined) return { unmeasured: 'field_missing', about: 'expected_output' };
    const { score, ...evidence } = more.reduce((best, next) => (next.score > best.score ? next : best), first);
    return { score, evidence };
  },
});

/** The answer and the right ones, none of them blank. */
function textsOf(subject: Case): readonly string[] {
  const { actual_output: answer = '' } = subject;
  const expected = expectedOutputs(subject).filter((text) => text.trim() !== '');
  return answer.trim() === '' || expected.length === 0 ? [] : [answer, ...expected];
}
