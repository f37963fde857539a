/** Finds the lines of justified prose, whose wide spaces would pass for the gaps between the cells of a table. */

import type { TextLine } from '../lines/text-lines.ts';
import { greatest, heaviest, least } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';

/**
 * Justified lines and their minimum share of all lines; the share of them that start in lower case, as most of prose
 * does.
 */
const PROSE = { lines: 5, share: 0.4, running: 0.4 };
/** Distance in em from the common margin up to which a line ends there, and by which its first may be indented. */
const FLUSH = 0.3; // the overhang of a letter or a hyphen
const INDENT = 3; // the first line of a paragraph
/** Difference in em between the spaces of a justified line. */
const EVEN = 0.35; // pages typeset in columns have no table; letters' side bearings differ by less

/** Of prose in a column; no line when `lines` are not mainly prose. */
export function justifiedLines(lines: readonly TextLine[]): Set<TextLine> {
  const left = commonEdge(lines.map((line) => line.x0));
  const right = commonEdge(lines.map((line) => line.x1));
  const justified = lines.filter(
    (line) =>
      Math.abs(line.x1 - right) < FLUSH * line.fontSize &&
      line.x0 > left - FLUSH * line.fontSize &&
      line.x0 < left + INDENT * line.fontSize &&
      hasEvenSpaces(line),
  );
  const running = justified.filter(({ words: [first] }) => isLowerCase(first));
  const isProse =
    justified.length >= Math.max(PROSE.lines, PROSE.share * lines.length) &&
    running.length >= PROSE.running * justified.length;
  return new Set(isProse ? justified : []);
}

const commonEdge = (edges: readonly number[]): number =>
  heaviest(
    edges,
    (edge) => Math.round(edge),
    () => 1,
  ) ?? 0;

const isLowerCase = (word: Word | undefined): boolean => /^\p{Ll}/u.test(word?.text ?? '');

/** A space after a sign of punctuation may be wider; a single space is that of a line when a text goes on after it. */
function hasEvenSpaces({ words, fontSize }: TextLine): boolean {
  const spaces = words.slice(1).flatMap((word, index) => {
    const previous = words[index];
    return previous === undefined || /[\p{P}]$/u.test(previous.text) ? [] : [word.x0 - previous.x1];
  });
  if (words.length === 2) return isLowerCase(words[1]);
  return spaces.length === 0 || greatest(spaces) - least(spaces) < EVEN * fontSize;
}
