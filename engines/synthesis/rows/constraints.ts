/** Whether what must hold between columns of a row holds. */
import type { Constraint, Row } from './request.ts';

/**
 * The first constraint that a row does not meet; `null` when it meets all. A constraint on a null or absent value is
 * met.
 */
export function brokenConstraint(row: Row, constraints: readonly Constraint[]): Constraint | null {
  return constraints.find((constraint) => !holds(row, constraint)) ?? null;
}

function holds(row: Row, { left, comparison, right }: Constraint): boolean {
  const [a, b] = [row[left] ?? null, row[right] ?? null];
  if (a === null || b === null) return true;
  const order = compare(a, b);
  switch (comparison) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
  }
}

/** Numbers by value, all else by its text, in the order of code units. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [textOf(a), textOf(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
