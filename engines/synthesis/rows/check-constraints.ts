/** Constraints that no row can keep. */
import { isObject } from '../../../platform/is-object.ts';
import { noColumn } from './check-rules.ts';
import type { Issue } from './check-schema.ts';
import { numberBounds } from './column-bounds.ts';
import type { Comparison, Constraint, Table } from './request.ts';
import { columnSchema, hasColumn } from './schema.ts';

/** Which orders of left and right each comparison allows: before (-1), equal (0), behind (1). */
const ALLOWED: Readonly<Record<Comparison, readonly number[]>> = {
  '<': [-1],
  '<=': [-1, 0],
  '=': [0],
  '!=': [-1, 1],
  '>=': [0, 1],
  '>': [1],
};

export function checkConstraints(table: Table): Issue[] {
  const all = table.constraints ?? [];
  return all.flatMap((constraint, index) => {
    const { left, right, comparison } = constraint;
    const unknown = [left, right].filter((name) => !hasColumn(table, name));
    const wrong = unknown.length > 0 ? noColumn(table, unknown) : contradiction(table, constraint, all.slice(0, index));
    if (wrong === null) return [];
    const message = unknown.length > 0 ? wrong : `${left} ${comparison} ${right} ${wrong}`;
    return [{ path: ['constraints', index], message }];
  });
}

/** How it is contradicted, by itself, by bounds of its columns, or by an earlier one; `null`: it is not. */
function contradiction(table: Table, constraint: Constraint, earlier: readonly Constraint[]): string | null {
  const { left, right, comparison } = constraint;
  const allowed = ALLOWED[comparison];
  if (left === right) return allowed.includes(0) ? null : 'never holds.';
  const [a, b] = [boundsIn(table, left), boundsIn(table, right)];
  const possible = allowed.some(
    (order) =>
      (order < 0 && a.low < b.high) ||
      (order > 0 && a.high > b.low) ||
      (order === 0 && a.low <= b.high && a.high >= b.low),
  );
  if (!possible) return `never holds: the schema limits ${left} to ${shown(a)}, and ${right} to ${shown(b)}.`;
  const other = earlier.find((before) => !ordersOf(before, left, right).some((order) => allowed.includes(order)));
  return other ? `cannot hold together with ${other.left} ${other.comparison} ${other.right}.` : null;
}

/** The orders of two columns that a constraint allows; all where it is on others. */
function ordersOf({ left, right, comparison }: Constraint, a: string, b: string): readonly number[] {
  if (left === a && right === b) return ALLOWED[comparison];
  return left === b && right === a ? ALLOWED[comparison].map((order) => -order) : [-1, 0, 1];
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Of a column that is a number and nothing else: other values are compared as texts. */
function boundsIn(table: Table, column: string): Bounds {
  const schema = columnSchema(table, column);
  const isNumber = isObject(schema) && (schema['type'] === 'integer' || schema['type'] === 'number');
  return isNumber ? numberBounds(schema) : { low: -Infinity, high: Infinity };
}

const shown = ({ low, high }: Bounds): string =>
  [...(low > -Infinity ? [`at least ${low}`] : []), ...(high < Infinity ? [`at most ${high}`] : [])].join(', ') ||
  'no range';
