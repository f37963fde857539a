/**
 * Finds columns that the gaps common to all rows do not show, because a head or a long text runs across them: most rows
 * part at one place.
 */

import { greatest, least, median } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { CandidateRow, ColumnGap } from './run.ts';

/** Rows that part, and their share of those with text on both sides. */
const MIN_PARTED = 3; // two may part by accident
const MIN_PARTED_SHARE = 0.75; // heads and notes cross the columns of us-024 of the table competition
/** Gap in em where a row parts: the least, and the median of the rows. */
const MIN_GAP = 0.45; // wider than a space
const TYPICAL_GAP = 0.8; // wider than the spaces of justified lines

/** The words of a row in one column, and its wide gaps. */
interface RowInColumn {
  readonly words: readonly Word[];
  readonly gaps: readonly ColumnGap[];
}

/** `columnGaps` and those that most rows have between two of them. */
export function withHiddenColumns(
  rows: readonly CandidateRow[],
  columnGaps: readonly ColumnGap[],
  size: number,
): ColumnGap[] {
  const body = rows.filter(({ isNote, head }) => !isNote && head === null).map(({ line }) => line.words);
  const edges = [-Infinity, ...columnGaps.map(({ from, to }) => (from + to) / 2), Infinity];
  const hidden = edges.slice(1).flatMap((end, index) => {
    const start = edges[index] ?? end;
    const inside = body.map((words) => words.filter(({ x0, x1 }) => (x0 + x1) / 2 > start && (x0 + x1) / 2 < end));
    return gapsWithin(inside, size);
  });
  return [...columnGaps, ...hidden].sort((a, b) => a.from - b.from);
}

function gapsWithin(rows: readonly (readonly Word[])[], size: number): ColumnGap[] {
  const severals = rows.filter((words) => words.length > 1);
  if (severals.length < MIN_PARTED) return [];
  const parted = severals.map((words): RowInColumn => ({ words, gaps: gapsOf(words, MIN_GAP * size) }));
  const all = parted.flatMap(({ gaps }) => gaps).sort((a, b) => a.from - b.from);
  const gapsAt = countAt(all);
  const rowsAt = countAt(severals.map((words) => ({ from: words[0]?.x0 ?? 0, to: words.at(-1)?.x1 ?? 0 })));
  let best: { gap: ColumnGap; count: number } | null = null;
  for (const { from } of all) {
    const at = from + (MIN_GAP * size) / 2;
    const [count, across] = [gapsAt(at), rowsAt(at)];
    if (count < MIN_PARTED || count <= (best?.count ?? 0) || count < MIN_PARTED_SHARE * across) continue;
    const through = parted.flatMap(({ gaps }) => gaps.find((gap) => gap.from < at && gap.to > at) ?? []);
    if (median(through.map((gap) => gap.to - gap.from)) < TYPICAL_GAP * size) continue;
    const gap = { from: greatest(through.map((one) => one.from)), to: least(through.map((one) => one.to)) };
    if (gap.to > gap.from) best = { gap, count: through.length };
  }
  if (best === null) return [];
  const middle = (best.gap.from + best.gap.to) / 2;
  const part = (isIn: (word: Word) => boolean): ColumnGap[] =>
    gapsWithin(
      rows.map((words) => words.filter(isIn)),
      size,
    );
  return [
    ...part((word) => (word.x0 + word.x1) / 2 < middle),
    best.gap,
    ...part((word) => (word.x0 + word.x1) / 2 >= middle),
  ];
}

/** How many of the spans a place is in; asked for places from left to right. */
function countAt(spans: readonly ColumnGap[]): (at: number) => number {
  const [starts, ends] = [spans.map(({ from }) => from), spans.map(({ to }) => to)];
  starts.sort((a, b) => a - b);
  ends.sort((a, b) => a - b);
  let [begun, ended] = [0, 0];
  return (at) => {
    while (begun < starts.length && (starts[begun] ?? at) < at) begun++;
    while (ended < ends.length && (ends[ended] ?? at) <= at) ended++;
    return begun - ended;
  };
}

function gapsOf(words: readonly Word[], width: number): ColumnGap[] {
  return words.slice(1).flatMap((word, index) => {
    const from = words[index]?.x1 ?? word.x0;
    return word.x0 - from >= width ? [{ from, to: word.x0 }] : [];
  });
}
