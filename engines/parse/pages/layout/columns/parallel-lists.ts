/** Lists of numbered entries side by side, as in a catalog: prices, years, items. */

import type { TextLine } from '../../lines/text-lines.ts';
import { median } from '../../page/geometry.ts';
import type { Word } from '../../page/word.ts';

/** Minimum lines of each list, and the share of them that start at its margin with a number of the list's form. */
const MIN_LINES = 10; // no sample between 4 and 40: as in hanging-lists.ts
const MIN_ALIKE = 0.6; // pdfa_005: .8 and .7; the others are heads and remarks
/** Distance in em within which lines start at one place. */
const ALIGNED = 0.2; // equal but for rounding
/** Minimum lines between those of the other list: the spaces around heads and remarks differ. */
const MIN_BETWEEN = 3; // pdfa_005: eight; rows of one table have none
/** Smaller distances of baselines, relative to the usual pitch, are not those of rows. */
const BETWEEN = 0.8; // pdfa_005: half a pitch

/** Whether the words on both sides of `x` are such lists. The rows of a table do not overlap with each other. */
export function areParallelLists(lines: readonly TextLine[], x: number): boolean {
  const sides = lines.map(({ words }) => ({
    left: words.find((word) => word.x1 <= x) ?? null,
    right: words.find((word) => word.x1 > x) ?? null,
  }));
  const forms = [sides.map(({ left }) => left), sides.map(({ right }) => right)].map(formOf);
  return forms[0] !== null && forms[0] === forms[1] && linesBetween(lines, sides) >= MIN_BETWEEN;
}

/**
 * The form of the numbers that entries start with, such as `9999` or `9.`; `null` when the words start no such list.
 */
function formOf(starts: readonly (Word | null)[]): string | null {
  const words = starts.filter((word) => word !== null);
  if (words.length < MIN_LINES) return null;
  const margin = median(words.map(({ x0 }) => x0));
  const atMargin = words.filter(({ x0, fontSize }) => Math.abs(x0 - margin) < ALIGNED * fontSize);
  const forms = Map.groupBy(atMargin, ({ text }) => text.replaceAll(/\d/g, '9'));
  for (const [form, alike] of forms) {
    if (form.includes('9') && alike.length >= MIN_ALIKE * words.length) return form;
  }
  return null;
}

/** How many lines of one side alone overlap with a neighbour that the other side is on. */
function linesBetween(
  lines: readonly TextLine[],
  sides: readonly { readonly left: Word | null; readonly right: Word | null }[],
): number {
  const pitches = lines.slice(1).map(({ baseline }, index) => baseline - (lines[index]?.baseline ?? 0));
  const closest = BETWEEN * median(pitches);
  return sides.filter(({ left, right }, index) => {
    if (left !== null && right !== null) return false;
    return [index - 1, index + 1].some((neighbour) => {
      const other = sides[neighbour];
      if (other === undefined || (left === null ? other.left : other.right) === null) return false;
      return (pitches[Math.min(index, neighbour)] ?? Infinity) < closest;
    });
  }).length;
}
