/** A plan on long sources does not keep a worker's other work waiting. */
import { setImmediate } from 'node:timers/promises';
import type { Passage } from './passages.ts';

/** Passages between two pauses: some milliseconds of work. */
const PASSAGES_A_PAUSE = 8;

/** The passages with their places. Other work runs after every few of them. */
export async function* eachPassage(passages: readonly Passage[]): AsyncGenerator<readonly [number, Passage]> {
  for (const [place, passage] of passages.entries()) {
    if (place % PASSAGES_A_PAUSE === 0) await setImmediate();
    yield [place, passage];
  }
}
