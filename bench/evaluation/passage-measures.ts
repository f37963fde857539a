/** What the built-in judge measures of passages. */
import { stemsOf, wantedWords } from '../../engines/evaluation/judges/built-in/passages.ts';
import { SCALE_TEXTS, similarityBy } from '../../engines/evaluation/judges/built-in/vectors.ts';
import type { JudgedPassage } from './sets/passages.ts';
import type { VectorsOf } from './vectors.ts';

export interface MeasuredPassage extends JudgedPassage {
  /** Similarity to the question. */
  readonly forQuestion: number;
  /** Similarity to the question with the expected answer. */
  readonly forAnswer: number;
  /** Share of the expected answer that it has. */
  readonly found: number;
}

export async function measurePassages(
  passages: readonly JudgedPassage[],
  vectorsOf: VectorsOf,
): Promise<MeasuredPassage[]> {
  const withAnswer = ({ question, expected }: JudgedPassage): string => `${question} ${expected[0] ?? ''}`;
  const vectorOf = await vectorsOf(passages.flatMap((row) => [row.question, withAnswer(row), row.passage]));
  const similarity = similarityBy(SCALE_TEXTS.map(vectorOf));
  return passages.map((row) => {
    const stems = stemsOf(row.passage);
    const shares = row.expected.map((expected) => wantedWords(expected)?.shareIn(stems) ?? 0);
    return {
      ...row,
      forQuestion: similarity(vectorOf(row.question), vectorOf(row.passage)),
      forAnswer: similarity(vectorOf(withAnswer(row)), vectorOf(row.passage)),
      found: Math.max(...shares),
    };
  });
}
