/** Rows of items, whose descriptions stand to the left of their amounts. */

import { segmentsOf } from '../../lines/text-lines.ts';
import type { TextLine } from '../../lines/text-lines.ts';
import { isNumber } from '../../tables/numbers.ts';

/** Most lines of descriptions that may pass for prose: more are a column, beside a table or a formula. */
const MAX_LINES = 6; // as RUNNING of sides.ts
/** Gap in em between two amounts, and the fewest amounts of an item. */
const AMOUNTS = { gap: 1, fewest: 2 }; // test “are no descriptions of items beside their amounts”: quantity and price, or price and sum

/** Whether the few lines to the left of `x` are descriptions: what else is on their lines are amounts. */
export function areItemRows(lines: readonly TextLine[], x: number): boolean {
  const described = lines.filter(({ words }) => words.some((word) => word.x1 <= x));
  const items = described.filter(({ words }) => words.some((word) => word.x1 > x));
  return described.length < MAX_LINES && items.length > 0 && items.every((line) => hasAmounts(line, x));
}

const hasAmounts = (line: TextLine, x: number): boolean =>
  segmentsOf(line, AMOUNTS.gap).filter((segment) => segment.x1 > x && segment.words.some(isNumber)).length >=
  AMOUNTS.fewest;
