/** The absolute schedule of an open loop: when its requests are due, whatever happens to the earlier ones. */
import type { Random } from '../../statistics/random.ts';
import type { Arrivals } from './load.ts';

/** Due times in milliseconds from the start of the level, without end. The first request is due at 0. */
export function* dueTimes(rate: number, { process, shape }: Arrivals, random: Random): Generator<number, never> {
  const meanMs = 1000 / rate;
  const gaps = { constant: () => 1, poisson: () => exponential(random), gamma: () => gamma(shape, random) / shape };
  const gap = gaps[process];
  // Multiples, not sums: a constant rate does not drift by rounding.
  if (process === 'constant') for (let index = 0; ; index++) yield index * meanMs;
  for (let due = 0; ; due += gap() * meanMs) yield due;
}

/**
 * The same schedule with at most `most` requests in any second: those that would be too many come as soon as they may.
 * Without end.
 */
export function* paced(schedule: Generator<number, never>, most: number): Generator<number, never> {
  // When the last `most` requests are due.
  const last: number[] = [];
  for (let index = 0; ; index = (index + 1) % most) {
    const due = Math.max(schedule.next().value, (last[index] ?? Number.NEGATIVE_INFINITY) + 1000);
    last[index] = due;
    yield due;
  }
}

/** Mean 1. */
const exponential = (random: Random): number => -Math.log(1 - random());

/** A gamma variate with mean `shape` (Marsaglia and Tsang 2000, with their reduction of shapes below 1). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Box and Muller 1958. */
const normal = (random: Random): number => Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random());
