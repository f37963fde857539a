/** Numbers drawn from distributions. */
import type { Random } from '../random.ts';
import type { Distribution } from './request.ts';

/** A number of the distribution. */
export function draw(random: Random, distribution: Distribution): number {
  switch (distribution.type) {
    case 'uniform':
      return distribution.low + random() * (distribution.high - distribution.low);
    case 'normal':
      return distribution.mean + distribution.deviation * standardNormal(random);
    case 'lognormal':
      return distribution.median * Math.exp(distribution.sigma * standardNormal(random));
    case 'exponential':
      return -distribution.mean * Math.log(1 - random());
    case 'poisson':
      return poisson(random, distribution.mean);
    case 'zipf':
      return zipf(random, distribution);
  }
}

/** Box and Muller 1958. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** By inversion; the mean is small enough that its exponential is no zero. */
function poisson(random: Random, mean: number): number {
  let share = Math.exp(-mean);
  let sum = share;
  const target = random();
  let value = 0;
  while (sum < target && share > 0) {
    value++;
    share *= mean / value;
    sum += share;
  }
  return value;
}

/** Sums of weights, by their parameters: the same ones are asked for in each row. */
const zipfSums = new Map<string, Float64Array>();
const KEPT_SUMS = 16;

/** By a binary search in the sums of the weights. */
export function zipf(random: Random, { exponent, high }: { readonly exponent: number; readonly high: number }): number {
  const sums = sumsOf(exponent, high);
  const target = random() * (sums.at(-1) ?? 0);
  let [low, up] = [0, high - 1];
  while (low < up) {
    const middle = (low + up) >>> 1;
    if ((sums[middle] ?? 0) > target) up = middle;
    else low = middle + 1;
  }
  return low + 1;
}

function sumsOf(exponent: number, high: number): Float64Array {
  const key = `${exponent} ${high}`;
  const known = zipfSums.get(key);
  if (known) return known;
  const sums = new Float64Array(high);
  let sum = 0;
  for (let value = 1; value <= high; value++) sums[value - 1] = sum += value ** -exponent;
  if (zipfSums.size >= KEPT_SUMS) zipfSums.clear();
  zipfSums.set(key, sums);
  return sums;
}
