import type { Row } from '../table.ts';

/** A row of the bench, and whether its figure is as it must be. */
export interface Verdict {
  readonly row: Row;
  readonly isMet: boolean;
}

/** A figure that must not exceed `most`; `most` is told as the goal. */
export function atMost(row: Omit<Row, 'goal'>, most: number): Verdict {
  const isMet = row.measured <= most && row.isBrokenOff !== true;
  return { row: { ...row, goal: `≤ ${most >= 100 ? most.toFixed(0) : most.toFixed(1)}` }, isMet };
}

/** A figure that is told without a goal. */
export function told(row: Omit<Row, 'goal'>): Verdict {
  return { row: { ...row, goal: '' }, isMet: true };
}
