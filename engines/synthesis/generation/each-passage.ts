/** A plan on long sources does not keep a worker's other work waiting. */
import { setImmediate } from 'node:timers/promises';
import type { Passage } from './passages.ts';

/** Passages between two turns: some milliseconds of work. */
const TURN = 8;

/** The passages with their places. The event loop has a turn after every few of them. */
export async function* eachPassage(passages: readonly Passage[]): AsyncGenerator<readonly [number, Passage]> {
  for (const [place, passage] of passages.entries()) {
    if (place % TURN === 0) await setImmediate();
    yield [place, passage];
  }
}
