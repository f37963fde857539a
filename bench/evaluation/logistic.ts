/** Logistic regression with L2, by Newton's method (iteratively reweighted least squares). */
import { mean } from '../../engines/statistics/bootstrap.ts';

export interface Example {
  readonly measures: readonly number[];
  readonly isPositive: boolean;
  readonly weight: number;
}

export interface Fit {
  readonly bias: number;
  /** In the order of the measures, of their values as they are. */
  readonly weights: readonly number[];
}

const RIDGE = 1;
const STEPS = 30;
/** Keeps the matrix regular where all probabilities are 0 or 1. */
const LEAST_CURVATURE = 1e-6;

/** Measures are standardized for the fit, so that the penalty treats them alike; the bias has none. */
export function fitLogistic(examples: readonly Example[]): Fit {
  const [first] = examples;
  if (!first) throw new RangeError('A fit needs examples');
  const scales = first.measures.map((_measure, index) => scaleOf(examples.map(({ measures }) => measures[index] ?? 0)));
  const rows = examples.map(({ measures }) => [
    1,
    ...measures.map((value, index) => (value - (scales[index]?.mean ?? 0)) / (scales[index]?.deviation ?? 1)),
  ]);
  let coefficients = scales.map(() => 0).concat(0);
  for (let step = 0; step < STEPS; step++) {
    const change = newtonStep(rows, examples, coefficients);
    coefficients = coefficients.map((value, index) => value + (change[index] ?? 0));
  }
  const [bias = 0, ...standardized] = coefficients;
  const weights = standardized.map((value, index) => value / (scales[index]?.deviation ?? 1));
  const shift = weights.reduce((sum, weight, index) => sum + weight * (scales[index]?.mean ?? 0), 0);
  return { bias: bias - shift, weights };
}

/** Estimated probability of the positive class. */
export function probability({ bias, weights }: Fit, measures: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (measures[index] ?? 0), bias);
  return 1 / (1 + Math.exp(-sum));
}

function scaleOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2));
  return { mean: middle, deviation: Math.sqrt(variance) || 1 };
}

function newtonStep(
  rows: readonly (readonly number[])[],
  examples: readonly Example[],
  coefficients: readonly number[],
): number[] {
  const size = coefficients.length;
  const penalty = (index: number): number => (index === 0 ? LEAST_CURVATURE : RIDGE);
  /** The matrix of second derivatives, and beside it the gradient. */
  const system = coefficients.map((coefficient, row) => [
    ...coefficients.map((_other, column) => (row === column ? penalty(row) : 0)),
    row === 0 ? 0 : -RIDGE * coefficient,
  ]);
  for (const [index, row] of rows.entries()) {
    const example = examples[index];
    if (!example) continue;
    const estimated = 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * (coefficients[at] ?? 0), 0)));
    const error = example.weight * (Number(example.isPositive) - estimated);
    const curvature = example.weight * estimated * (1 - estimated) + LEAST_CURVATURE;
    for (const [at, equation] of system.entries()) {
      const value = row[at] ?? 0;
      for (let column = 0; column < size; column++)
        equation[column] = (equation[column] ?? 0) + curvature * value * (row[column] ?? 0);
      equation[size] = (equation[size] ?? 0) + error * value;
    }
  }
  return solve(system);
}

/** Solves linear equations, each with its right side last, by Gauss and Jordan's elimination with the largest pivot. */
function solve(equations: number[][]): number[] {
  const size = equations.length;
  for (let column = 0; column < size; column++) {
    const pivot = equations
      .slice(column)
      .reduce((best, equation) => (Math.abs(equation[column] ?? 0) > Math.abs(best[column] ?? 0) ? equation : best));
    equations.splice(equations.indexOf(pivot), 1);
    equations.splice(column, 0, pivot);
    for (const equation of equations) {
      if (equation === pivot) continue;
      const factor = (equation[column] ?? 0) / (pivot[column] ?? 1);
      for (let at = column; at <= size; at++) equation[at] = (equation[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return equations.map((equation, row) => (equation[size] ?? 0) / (equation[row] ?? 1));
}
