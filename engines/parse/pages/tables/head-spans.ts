/** The heads of a borderless table: which lines they are, and which columns each of their texts stands over. */

import type { Rule } from '../page/drawings.ts';
import { greatest, least } from '../page/geometry.ts';
import { isNumber } from './numbers.ts';
import type { CandidateRow, Piece } from './run.ts';

/** Most lines of a head. */
const MAX_LINES = 6; // as in table-runs.ts
/** Share of a row's texts, the first left out, that are numbers in the first row below the head. */
const MIN_VALUES = 0.3; // mid_movie-theater-booking: the first row merges with the head at .5

/** The number of rows of the head: those before the first with values. 0 when no row near the top has. */
export function headLines(rows: readonly CandidateRow[]): number {
  const over = Math.max(
    0,
    rows.findIndex(({ head }) => head !== 'over'),
  );
  let lines = rows.slice(0, MAX_LINES + 1).findIndex(({ segments, isNote, head }) => {
    const others = segments.slice(1);
    const numbers = others.filter(({ words }) => words.every(isNumber));
    return isNote || (head === null && others.length > 0 && numbers.length >= MIN_VALUES * others.length);
  });
  // The head of a section is below that of the table.
  while (lines > over && rows[lines - 1]?.segments.length === 1) lines--;
  return Math.max(over, lines);
}

/** Edges of what is in a column, below the head. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** Points by which a rule may be short of the columns that it is over. */
const SHORT = 3; // the thickness of a rule and its overhang
/** Distance in em between the centre of a text and that of its columns. */
const CENTRED = 0.7; // a text and its columns are centred by eye

/**
 * `pieces` of a head over all of their columns: those of the rule below a text, or else those that it is centred over.
 */
export function spreadPieces(
  pieces: readonly Piece[],
  columns: readonly Column[],
  rules: readonly Rule[],
  size: number,
): Piece[] {
  return pieces.map((piece, index) => {
    const lowest = (pieces[index - 1]?.last ?? -1) + 1;
    const highest = (pieces[index + 1]?.first ?? columns.length) - 1;
    const [x0, x1] = [least(piece.words.map((word) => word.x0)), greatest(piece.words.map((word) => word.x1))];
    const centre = (x0 + x1) / 2;
    const rule = rules.find(({ from, to }) => from < centre && to > centre);
    if (rule !== undefined) {
      const under = columns.flatMap((column, at) => {
        const middle = (column.x0 + column.x1) / 2;
        return middle > rule.from - SHORT && middle < rule.to + SHORT ? [at] : [];
      });
      const [first = piece.first, last = piece.last] = [under[0], under.at(-1)];
      return {
        ...piece,
        first: Math.max(lowest, Math.min(first, piece.first)),
        last: Math.min(highest, Math.max(last, piece.last)),
      };
    }
    if (piece.first === 0) return piece;
    let best = piece;
    let distance = Infinity;
    for (let first = piece.first; first >= Math.max(lowest, 1); first--) {
      for (let last = piece.last; last <= highest; last++) {
        const off = Math.abs(((columns[first]?.x0 ?? 0) + (columns[last]?.x1 ?? 0)) / 2 - centre);
        if (off < distance) [best, distance] = [{ ...piece, first, last }, off];
      }
    }
    return distance < CENTRED * size ? best : piece;
  });
}

/** Gap in em that a text of one column leaves to the next. */
const CLEAR = 0.7; // as MIN_COLUMN_GAP of runs

/** Whether a text is wider than its columns and reaches to the next one. */
export function reachesOver({ words, last }: Piece, columns: readonly Column[], size: number): boolean {
  const next = columns[last + 1];
  return next !== undefined && greatest(words.map(({ x1 }) => x1)) > next.x0 - CLEAR * size;
}
