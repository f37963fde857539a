/** The names of a list that are alike. Other work of the process has its turn while many names are compared. */
import { setImmediate } from 'node:timers/promises';
import { NameBlocks } from './likely-pairs.ts';
import { compareRead } from './pair.ts';
import type { Likeness } from './pair.ts';
import { readWords } from './words.ts';
import type { NameWords } from './words.ts';

export interface AlikePair {
  /** Positions of the names, the first one before the second. */
  readonly names: readonly [number, number];
  readonly likeness: Likeness;
}

export interface AlikeNames {
  /** The most similar ones, best first. */
  readonly pairs: readonly AlikePair[];
  /** Whether all pairs that are worth it were compared. */
  readonly isComplete: boolean;
}

export interface AlikeLimits {
  /** Pairs that are compared: those with the rarest words in common. */
  readonly compared: number;
  /** The lowest score. */
  readonly least: number;
  /** Pairs that are kept. */
  readonly kept: number;
}

/** Names that are read, and pairs that are compared, between two turns: some milliseconds of work. */
const NAMES_TOGETHER = 50;
const PAIRS_TOGETHER = 1000;

/** Compares names in their normal forms, all different. */
export async function alikeNames(
  names: readonly string[],
  { compared: most, least, kept }: AlikeLimits,
): Promise<AlikeNames> {
  const blocks = new NameBlocks();
  const read: NameWords[] = [];
  for (const [at, name] of names.entries()) {
    if (at % NAMES_TOGETHER === 0) await setImmediate();
    const words = readWords(name);
    read.push(words);
    blocks.add(words);
  }
  const byScore = new Map<number, AlikePair[]>();
  let compared = 0;
  let isComplete = true;
  for (const [one, other] of blocks.pairs()) {
    if (compared === most) {
      isComplete = false;
      break;
    }
    if (compared++ % PAIRS_TOGETHER === 0) await setImmediate();
    const [first, second] = [read[one], read[other]];
    const likeness = first && second ? compareRead(first, second) : null;
    if (likeness === null || likeness.score < least) continue;
    const equal = byScore.get(likeness.score);
    if (equal === undefined) byScore.set(likeness.score, [{ names: [one, other], likeness }]);
    else equal.push({ names: [one, other], likeness });
  }
  const best = [...byScore].toSorted(([one], [other]) => other - one).flatMap(([, pairs]) => pairs);
  return { pairs: best.slice(0, kept), isComplete };
}
