/** Softmax regression with L2, by L-BFGS (Liu and Nocedal 1989): for more signs than Newton's method has time for. */
import { mean } from '../../engines/statistics/bootstrap.ts';

export interface SoftmaxExample {
  readonly values: readonly number[];
  /** Index of its class. */
  readonly label: number;
  readonly weight: number;
}

export interface SoftmaxFit {
  /** By class. */
  readonly bias: readonly number[];
  /** By class and value, of the values as they are. */
  readonly weights: readonly (readonly number[])[];
}

const STEPS = 100;
const MEMORY = 8;
const MIN_GRADIENT = 1e-4;

/**
 * Values are standardized for the fit, so that the penalty treats them alike; the bias has none. Values after the first
 * `distinct` are these again, times a share of 1: they keep that scale, so that small shares weigh little.
 */
export function fitSoftmax(
  examples: readonly SoftmaxExample[],
  classes: number,
  penalty: number,
  distinct = Infinity,
): SoftmaxFit {
  const size = examples[0]?.values.length ?? 0;
  const means = Array.from({ length: size }, (_, at) => mean(examples.map(({ values }) => values[at] ?? 0)));
  const own = means
    .slice(0, distinct)
    .map((middle, at) => Math.sqrt(mean(examples.map(({ values }) => ((values[at] ?? 0) - middle) ** 2))) || 1);
  const scales = means.map((_mean, at) => own[at % own.length] ?? 1);
  const width = size + 1;
  const rows = new Float64Array(examples.length * width);
  for (const [index, { values }] of examples.entries()) {
    rows[index * width] = 1;
    for (let at = 0; at < size; at++) {
      rows[index * width + at + 1] = ((values[at] ?? 0) - (means[at] ?? 0)) / (scales[at] ?? 1);
    }
  }
  const solution = minimize(classes * width, (point, gradient) =>
    loss(point, gradient, { rows, width, examples, classes, penalty }),
  );
  const standardized = Array.from({ length: classes }, (_, one) => [
    ...solution.subarray(one * width, (one + 1) * width),
  ]);
  const weights = standardized.map(([, ...row]) => row.map((value, at) => value / (scales[at] ?? 1)));
  const bias = standardized.map(
    ([first = 0], one) => first - (weights[one] ?? []).reduce((sum, value, at) => sum + value * (means[at] ?? 0), 0),
  );
  return { bias, weights };
}

/** Probability of each class. */
export function probabilities({ bias, weights }: SoftmaxFit, values: readonly number[]): number[] {
  const scores = weights.map((row, one) =>
    row.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), bias[one] ?? 0),
  );
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

interface Problem {
  readonly rows: Float64Array;
  readonly width: number;
  readonly examples: readonly SoftmaxExample[];
  readonly classes: number;
  readonly penalty: number;
}

/** The penalized negative log-likelihood; writes its gradient. */
function loss(point: Float64Array, gradient: Float64Array, problem: Problem): number {
  const { rows, width, examples, classes, penalty } = problem;
  let total = 0;
  for (let at = 0; at < point.length; at++) {
    const value = at % width === 0 ? 0 : (point[at] ?? 0);
    gradient[at] = penalty * value;
    total += (penalty * value * value) / 2;
  }
  const scores = new Float64Array(classes);
  for (const [index, { label, weight }] of examples.entries()) {
    const start = index * width;
    for (let one = 0; one < classes; one++) {
      let score = 0;
      for (let at = 0; at < width; at++) score += (point[one * width + at] ?? 0) * (rows[start + at] ?? 0);
      scores[one] = score;
    }
    const highest = Math.max(...scores);
    const norm = highest + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - highest), 0));
    total += weight * (norm - (scores[label] ?? 0));
    for (let one = 0; one < classes; one++) {
      const error = weight * (Math.exp((scores[one] ?? 0) - norm) - Number(one === label));
      for (let at = 0; at < width; at++) {
        gradient[one * width + at] = (gradient[one * width + at] ?? 0) + error * (rows[start + at] ?? 0);
      }
    }
  }
  return total;
}

/** L-BFGS with backtracking, from zero. */
function minimize(size: number, evaluate: (point: Float64Array, gradient: Float64Array) => number): Float64Array {
  let point = new Float64Array(size);
  let gradient = new Float64Array(size);
  let value = evaluate(point, gradient);
  const history: { readonly moved: Float64Array; readonly turned: Float64Array }[] = [];
  for (let step = 0; step < STEPS && Math.hypot(...gradient) > MIN_GRADIENT; step++) {
    const direction = descent(gradient, history);
    const slope = dot(direction, gradient);
    let length = history.length === 0 ? 1 / Math.max(1, Math.hypot(...gradient)) : 1;
    const next = new Float64Array(size);
    const nextGradient = new Float64Array(size);
    let nextValue = Infinity;
    for (let attempt = 0; attempt < 30; attempt++, length /= 2) {
      for (let at = 0; at < size; at++) next[at] = (point[at] ?? 0) + length * (direction[at] ?? 0);
      nextValue = evaluate(next, nextGradient);
      if (nextValue <= value + 1e-4 * length * slope) break;
    }
    const moved = next.map((coordinate, at) => coordinate - (point[at] ?? 0));
    const turned = nextGradient.map((coordinate, at) => coordinate - (gradient[at] ?? 0));
    if (dot(moved, turned) > 1e-12) history.push({ moved, turned });
    if (history.length > MEMORY) history.shift();
    const isDone = value - nextValue < 1e-9 * Math.abs(value);
    [point, gradient, value] = [next, nextGradient, nextValue];
    if (isDone) break;
  }
  return point;
}

/** The gradient, multiplied by the estimate of the inverse second derivatives that the last steps give. */
function descent(
  gradient: Float64Array,
  history: readonly { readonly moved: Float64Array; readonly turned: Float64Array }[],
): Float64Array {
  const direction = gradient.map((value) => -value);
  const factors: number[] = [];
  for (const { moved, turned } of history.toReversed()) {
    const factor = dot(moved, direction) / dot(moved, turned);
    factors.push(factor);
    add(direction, turned, -factor);
  }
  const last = history.at(-1);
  if (last !== undefined) {
    const scale = dot(last.moved, last.turned) / dot(last.turned, last.turned);
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * scale;
  }
  for (const { moved, turned } of history) {
    const factor = factors.pop() ?? 0;
    add(direction, moved, factor - dot(turned, direction) / dot(moved, turned));
  }
  return direction;
}

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + times * (what[at] ?? 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
