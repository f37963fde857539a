/** Whether two runs over the same cases differ: a permutation test of the paired differences (Fisher 1935). */
import { mean, meanInterval } from './bootstrap.ts';
import type { Interval } from './bootstrap.ts';
import { seededRandom } from './random.ts';

const SEED = 1;
const PERMUTATIONS = 10_000;
/** Signs of all permutations together: the API compares runs while others wait. */
const SIGNS = 10_000_000;
/** With so few groups, every combination of signs is tried. */
const ALL_SIGNS = 13;
/** Sums of the same differences in another order differ by rounding. */
const ROUNDING = 1e-12;

/**
 * The two-sided p-value of "no difference": the share of all assignments of the runs to each group of cases whose mean
 * difference is at least as large. A group is what belongs together, such as the cases of one document; its differences
 * change sign together.
 */
export function pairedPermutationTest(groups: readonly (readonly number[])[]): number {
  const sums = Float64Array.from(groups, (differences) => differences.reduce((sum, difference) => sum + difference, 0));
  const observed = Math.abs(sums.reduce((sum, difference) => sum + difference, 0)) - ROUNDING;
  const assignments =
    groups.length <= ALL_SIGNS ? 2 ** groups.length : Math.min(PERMUTATIONS, Math.ceil(SIGNS / groups.length));
  const signs = groups.length <= ALL_SIGNS ? everySign() : randomSigns();
  let extreme = 0;
  for (let assignment = 0; assignment < assignments; assignment++) {
    if (Math.abs(signedSum(sums, signs, assignment)) >= observed) extreme++;
  }
  return extreme / assignments;
}

/** The next 32 signs of an assignment. A set bit is a minus. */
type Signs = (assignment: number) => number;

const everySign = (): Signs => (assignment) => assignment;

/** The observed assignment is one of them (Phipson and Smyth 2010): a p-value of 0 would claim more than was tried. */
function randomSigns(): Signs {
  const random = seededRandom(SEED);
  return (assignment) => (assignment === 0 ? 0 : random() * 2 ** 32);
}

function signedSum(sums: Float64Array, signs: Signs, assignment: number): number {
  let sum = 0;
  for (let first = 0; first < sums.length; first += 32) {
    const bits = signs(assignment) >>> 0;
    const last = Math.min(first + 32, sums.length);
    for (let index = first; index < last; index++) {
      const difference = sums[index] ?? 0;
      sum += (bits >>> (index - first)) & 1 ? -difference : difference;
    }
  }
  return sum;
}

export interface PairedDifference {
  readonly difference: number;
  /** Of the difference, 95 %, by bootstrap over the groups; `null` for fewer than two. */
  readonly interval: Interval | null;
  readonly pValue: number;
}

/** The mean of `b - a` over all cases, its interval and its p-value. */
export function compareRuns(
  groups: readonly (readonly { readonly a: number; readonly b: number }[])[],
): PairedDifference {
  const differences = groups.map((cases) => cases.map(({ a, b }) => b - a));
  return {
    difference: mean(differences.flat()),
    interval: meanInterval(differences),
    pValue: pairedPermutationTest(differences),
  };
}
