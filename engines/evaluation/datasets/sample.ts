/** Which rows of a dataset a run takes. */
import { seededRandom } from '../../statistics/random.ts';

/** Which of all rows are taken: at most `limit`, the first ones, or with a seed a random sample that it determines. */
export interface Sample {
  readonly limit: number | null;
  readonly seed: number | null;
}

/**
 * Rows of the sample, in their order. `rows` is how many there are. By selection sampling: Knuth, vol. 2, 3.4.2,
 * algorithm S.
 */
export async function* sampled<T>(items: AsyncIterable<T>, rows: number, { limit, seed }: Sample): AsyncGenerator<T> {
  let wanted = Math.min(limit ?? rows, rows);
  let left = rows;
  const random = seed === null ? null : seededRandom(seed);
  for await (const item of items) {
    if (wanted === 0) return;
    if (random === null || random() * left < wanted) {
      wanted--;
      yield item;
    }
    left--;
  }
}
