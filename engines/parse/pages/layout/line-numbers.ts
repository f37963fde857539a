/** Numbers of lines in the margin of pleadings, manuscripts and statutes. */

import { segmentsOf, textLinesOf } from '../lines/text-lines.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { greatest, median } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';

const INTEGER = /^\d{1,4}$/;
/** Steps of the numbers, each with the fewest that are no list. */
const STEPS = new Map([
  [1, 8],
  [5, 4],
]);
/** Points by which an edge of the column varies, and the share by which its pitch does. */
const ALIGNED = 3;
const SAME_PITCH = 0.15;
/** Space to the text, in em: that of a number in a sentence is narrower. */
const APART = 0.6;
/** Gap between cells, in em. */
const CELL_GAP = 1.5;
/** Shares of lines of running text: in one piece, with a small letter first, and as long as the longest but for a word. */
const PROSE = { whole: 0.8, continued: 0.25, full: 0.4 };
const FULL = 0.85;
const MIN_LINES = 4;

/**
 * The words without a column of line numbers; the text beside it must be running text: rows of a table stay numbered.
 * With `keeps`, a number is part of the first word of its line, so that the text is laid out as without it; those of
 * empty lines go.
 */
export function withoutLineNumbers(words: readonly Word[], keeps = false): readonly Word[] {
  const fewest = Math.min(...STEPS.values());
  if (words.filter(({ text }) => INTEGER.test(text)).length < fewest) return words;
  const lines = textLinesOf(words);
  const firsts = lines.flatMap(({ words: [first, second] }) => {
    if (first === undefined || !INTEGER.test(first.text)) return [];
    return second === undefined || second.x0 - first.x1 > APART * first.fontSize ? [first] : [];
  });
  const columns = [alignedBy(firsts, ({ x1 }) => x1), alignedBy(firsts, ({ x0 }) => x0)];
  const column = columns.sort((a, b) => b.length - a.length).find(isCounted);
  if (column === undefined) return words;
  const numbers = new Set(column);
  const right = greatest(column.map(({ x1 }) => x1));
  const texts = lines
    .map((line) => ({ ...line, words: line.words.filter((word) => !numbers.has(word)) }))
    .filter((line) => line.words.length > 0);
  const isMargin = texts.every((line) => (line.words[0]?.x0 ?? 0) > right);
  if (!isMargin || !isProse(texts)) return words;
  if (!keeps) return words.filter((word) => !numbers.has(word));
  return lines.flatMap((line) => {
    const number = line.words.find((word) => numbers.has(word));
    const [first, ...others] = line.words.filter((word) => word !== number);
    if (number === undefined || first === undefined) return first === undefined ? [] : line.words;
    const marked = first.marked === null ? null : `${number.text} ${first.marked}`;
    return [{ ...first, text: `${number.text} ${first.text}`, marked }, ...others];
  });
}

function alignedBy(words: readonly Word[], edge: (word: Word) => number): Word[] {
  const usual = median(words.map(edge));
  return words.filter((word) => Math.abs(edge(word) - usual) <= ALIGNED);
}

/** Whether the numbers rise by one step at one pitch. */
function isCounted(column: readonly Word[]): boolean {
  const values = column.map(({ text }) => Number(text));
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  if (column.length < (STEPS.get(step) ?? Infinity)) return false;
  const pitches = column.slice(1).map((word, index) => word.baseline - (column[index]?.baseline ?? 0));
  const pitch = median(pitches);
  return (
    values.every((value, index) => value === (values[0] ?? 0) + index * step) &&
    pitches.every((each) => Math.abs(each - pitch) <= SAME_PITCH * pitch)
  );
}

function isProse(lines: readonly TextLine[]): boolean {
  if (lines.length < MIN_LINES) return false;
  const share = (matches: (line: TextLine) => boolean): number => lines.filter(matches).length / lines.length;
  const end = greatest(lines.map((line) => line.x1));
  return (
    share((line) => segmentsOf(line, CELL_GAP).length === 1) >= PROSE.whole &&
    share((line) => /^\p{Ll}/u.test(line.words[0]?.text ?? '')) >= PROSE.continued &&
    share(({ words: [first], x1 }) => first !== undefined && x1 >= first.x0 + FULL * (end - first.x0)) >= PROSE.full
  );
}
