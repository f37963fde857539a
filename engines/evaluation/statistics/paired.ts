/** Whether two runs over the same cases differ: a permutation test of the paired differences (Fisher 1935). */
import { mean } from './bootstrap.ts';
import { seededRandom } from './random.ts';

const SEED = 1;
const PERMUTATIONS = 10_000;
/** With so few groups, every combination of signs is tried. */
const ALL_SIGNS = 13;
/** Sums of the same differences in another order differ by rounding. */
const ROUNDING = 1e-12;

/**
 * The two-sided p-value of "no difference": the share of all assignments of the runs to each group of cases whose mean difference
 * is at least as large. A group is what belongs together, such as the cases of one document; its differences change sign together.
 */
export function pairedPermutationTest(groups: readonly (readonly number[])[]): number {
  const sums = groups.map((differences) => differences.reduce((sum, difference) => sum + difference, 0));
  const observed = Math.abs(sums.reduce((sum, difference) => sum + difference, 0)) - ROUNDING;
  const signs = groups.length <= ALL_SIGNS ? allSigns(sums.length) : randomSigns(sums.length);
  let [extreme, total] = [0, 0];
  for (const isFlipped of signs) {
    const sum = sums.reduce((partial, difference, index) => partial + (isFlipped(index) ? -difference : difference), 0);
    total++;
    if (Math.abs(sum) >= observed) extreme++;
  }
  return extreme / total;
}

type Signs = Iterable<(index: number) => boolean>;

function* allSigns(count: number): Signs {
  for (let mask = 0; mask < 2 ** count; mask++) yield (index) => ((mask >>> index) & 1) === 1;
}

/** The observed assignment is one of them (Phipson and Smyth 2010): a p-value of 0 would claim more than was tried. */
function* randomSigns(count: number): Signs {
  const random = seededRandom(SEED);
  yield () => false;
  for (let permutation = 1; permutation < PERMUTATIONS; permutation++) {
    const flipped = Array.from({ length: count }, () => random() < 0.5);
    yield (index) => flipped[index] ?? false;
  }
}

export interface Comparison {
  readonly difference: number;
  readonly pValue: number;
}

/** The mean of `b - a` over all cases, and its p-value. */
export function compareRuns(groups: readonly (readonly { readonly a: number; readonly b: number }[])[]): Comparison {
  const differences = groups.map((cases) => cases.map(({ a, b }) => b - a));
  return { difference: mean(differences.flat()), pValue: pairedPermutationTest(differences) };
}
