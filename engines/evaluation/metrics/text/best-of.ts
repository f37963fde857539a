/** Metrics that compare an answer with one right answer: of several, the closest counts. */
import type { TextPair } from '../../overlap/bleu.ts';
import type { Case } from '../../cases/case.ts';
import { expectedOutputs } from '../../cases/case.ts';
import type { Measured } from '../metric.ts';

/** The fields that they read. */
export const COMPARED = ['actual_output', 'expected_output'] as const;

export function bestOf(subject: Case, score: (pair: TextPair) => number): Measured {
  const { actual_output: actual = '' } = subject;
  const scores = expectedOutputs(subject).map((expected) => ({ expected, score: score({ actual, expected }) }));
  const best = scores.reduce((top, next) => (next.score > top.score ? next : top));
  return { score: best.score, evidence: { expected: best.expected } };
}
