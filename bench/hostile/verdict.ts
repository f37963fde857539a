import type { Row } from '../support/table.ts';

/** A row of the bench, and whether its figure meets the goal. */
export interface Verdict {
  readonly row: Row;
  readonly isMet: boolean;
}

/** A figure that must not exceed `most`, which is printed as the goal. */
export function atMost(row: Omit<Row, 'goal'>, most: number): Verdict {
  const isMet = row.measured <= most && row.isBrokenOff !== true;
  return { row: { ...row, goal: `≤ ${most >= 100 ? most.toFixed(0) : most.toFixed(1)}` }, isMet };
}

/** A figure without a goal. */
export function withoutGoal(row: Omit<Row, 'goal'>): Verdict {
  return { row: { ...row, goal: '' }, isMet: true };
}
