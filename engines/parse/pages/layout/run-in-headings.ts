/** Run-in headings: bold words that head a paragraph on its first line. */

import { CAPTION } from '../lines/patterns.ts';
import { bounds, sum } from '../page/geometry.ts';
import type { TextLine } from '../lines/text-lines.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { readLine } from './read-lines.ts';
import type { ReadLine } from './read-lines.ts';

/** Maximum words, and minimum lines of the paragraph: a label has its value on one line. */
const MAX_WORDS = 8; // no sample between 7 and 9: a short title
const MIN_LINES = 2; // no sample between 1 and 3: a value seldom needs two lines

/** `Methods.`, `Theorem 1.2 (Bondy [2])`. What ends with a colon is a label. */
const HEADING = /\p{L}\.$|^\p{Lu}\p{L}+ \d+(\.\d+)*( \([^()]*\))?$/u;

/** The heading and the first line of its paragraph; `null` when the first line has none. */
export function splitRunIn(lines: readonly ReadLine[], style: DocumentStyle): readonly [ReadLine, ReadLine] | null {
  const [first] = lines;
  if (first === undefined || lines.length < MIN_LINES || style.mostlyBold || first.bold || first.code || first.marked)
    return null;
  const { words } = first.line;
  const end = words.findIndex((word) => word.boldLength < word.length);
  if (end < 1 || end > MAX_WORDS || words.slice(end).some((word) => word.rightToLeft)) return null;
  const heading = readLine(partOf(first.line, 0, end), null, style);
  if (!HEADING.test(heading.text) || !/^[\p{Lu}\d]/u.test(heading.text) || CAPTION.test(heading.text)) return null;
  return [heading, { ...first, ...readLine(partOf(first.line, end), null, style), element: first.element }];
}

function partOf(line: TextLine, from: number, to?: number): TextLine {
  const words = line.words.slice(from, to);
  return { ...line, words, ...bounds(words), length: sum(words, (word) => word.length) };
}
