/** Axes of plots: where a value lies, and which round values are written beside it. */

export interface Axis {
  readonly low: number;
  readonly high: number;
  /** From `low` to `high`, ascending. */
  readonly ticks: readonly number[];
  /** Its place between the ends, from 0 to 1. Values beyond an end are at that end. */
  readonly at: (value: number) => number;
}

const STEPS = [1, 2, 5, 10];
/** A few intervals: the labels of more would touch each other on a phone. */
const MOST_INTERVALS = 5;
/** A logarithmic axis over more powers of ten has no 2 and 5 between them. */
const MOST_DETAILED_DECADES = 2;

/** From 0 to the next round value. */
export function linearAxis(most: number): Axis {
  const rough = (most > 0 ? most : 1) / MOST_INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((multiple) => multiple * power >= rough * (1 - 1e-9)) ?? 10);
  const intervals = Math.max(1, Math.ceil((most > 0 ? most : 1) / step - 1e-9));
  const high = intervals * step;
  return axis(
    Array.from({ length: intervals + 1 }, (_tick, index) => index * step),
    (value) => value / high,
  );
}

/** Between round values around `least` and `most`, which are above 0. */
export function logAxis(least: number, most: number): Axis {
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most * (1 + 1e-9)))];
  const isDetailed = Math.log10(most / least) <= MOST_DETAILED_DECADES;
  const marks = Array.from({ length: last - first + 1 }, (_decade, index) => 10 ** (first + index)).flatMap((power) =>
    isDetailed ? [power, 2 * power, 5 * power] : [power],
  );
  const low = marks.findLast((mark) => mark <= least * (1 + 1e-9)) ?? least;
  const high = marks.find((mark) => mark >= most * (1 - 1e-9) && mark > low) ?? most;
  const span = Math.log(high / low);
  return axis(
    marks.filter((mark) => mark >= low && mark <= high),
    (value) => (value > 0 ? Math.log(value / low) / span : 0),
  );
}

function axis(ticks: readonly number[], place: (value: number) => number): Axis {
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  return { low, high, ticks, at: (value) => Math.min(1, Math.max(0, place(value))) };
}
