/**
 * How much tests of random cases and of large corpora try: a tenth in `npm test`, by a seed that is another in each
 * run, and everything in `npm run test:deep`.
 */
import { Random } from './random.ts';

/** Variables by which the runner tells the test processes. */
export const DEPTH_VARIABLE = 'TIDEMILL_TEST_DEPTH';
export const SEED_VARIABLE = 'TIDEMILL_TEST_SEED';

export type Depth = 'shallow' | 'deep';

const FEW = 0.1;
export const isDeep = process.env[DEPTH_VARIABLE] === ('deep' satisfies Depth);

/** A test file that is run without the runner has always the same. */
export const seed = Number(process.env[SEED_VARIABLE] ?? 1);

/** How many of these cases are tried. */
export function cases(all: number): number {
  return isDeep ? all : Math.ceil(all * FEW);
}

/**
 * Parameters of a property with up to `all` cases. `examples` are tried as well: a counterexample that was found once
 * stays one of them.
 */
export function runs<Case>(all = 1000, examples: Case[] = []) {
  return { seed, numRuns: cases(all) + examples.length, examples };
}

/** What is tried of a corpus. `purpose` tells draws of one run apart. */
export function some<Item>(all: readonly Item[], purpose: string): readonly Item[] {
  const random = new Random(seed, purpose);
  const drawn = all.map((item, at) => ({ item, at, place: random.next() }));
  return drawn
    .toSorted((one, other) => one.place - other.place)
    .slice(0, cases(all.length))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
