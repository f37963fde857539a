/** Finds where one block of text ends and the next starts. */

import { endsInHyphen } from '../lines/hyphens.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { greatest, least, median } from '../page/geometry.ts';
import type { StructureElement } from '../page/structure.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { isDate } from './heading-texts.ts';
import { isHeadingRole } from './read-lines.ts';
import type { ReadLine } from './read-lines.ts';

/** Larger pitches, in em, separate blocks, not lines; and the default leading, in em. */
const MAX_LINE_PITCH = 3; // pdfa_028: −.009 at 2, −.006 at 4
const USUAL_LEADING = 1.2; // no sample between .48 and 2.4: the usual setting of word processors

/** The usual measures of a region. */
export interface Margins {
  readonly x0: number;
  readonly x1: number;
  /** Distance of baselines. */
  readonly leading: number;
}

export function marginsOf(lines: readonly TextLine[], bodySize: number): Margins {
  const pitches = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    const pitch = above === undefined ? 0 : line.baseline - above.baseline;
    return pitch > 0 && pitch < MAX_LINE_PITCH * line.fontSize ? [pitch] : [];
  });
  return {
    x0: least(lines.map((line) => line.x0)),
    x1: greatest(lines.map((line) => line.x1)),
    leading: median(pitches) || bodySize * USUAL_LEADING,
  };
}

export interface OpenBlock {
  readonly first: ReadLine;
  readonly lines: ReadLine[];
}

/** Pitch that separates paragraphs, relative to the leading and in em; large leading counts only up to a limit. */
const PARAGRAPH_PITCH = 1.25; // nougat_047: −.019 at 1, +.022 at 1.5625
const PARAGRAPH_PITCH_EM = 1.3; // pdfa_030: −.104 at 1.04, +.017 at 1.625
const DISPLAY_PITCH_EM = 1.5; // copy_protected: +.100 at 1.2; nougat_005: −.006 at 1.875
const MAX_LEADING = 1.9; // pdfa_028: −.039 at 1.52, other text at 2.375
const SIZE_CHANGE = 0.06; // redp5110_sampled: same at .048, +.003 at .075
/** Em by which a first line is indented. */
const INDENT = 0.9; // normal_4pages: other text at .72, same at 1.125
/** A line that is shorter by this share of the width and ends with a full stop is the last one. */
const SHORT_LINE = 0.25; // normal_4pages: other text at .2, other text at .3125
/** Larger text may break its lines by meaning, before they are full. */
const DISPLAY_SIZE = 1.15; // nougat_041: +.051 at .92, +.020 at 1.4375
/** Em by which the middles of centred lines may differ, and by which their ends must. */
const CENTRED = 0.5; // nougat_003: other text at .4, other text at .625
/** Space in em that must remain after a word that would have fitted: a space, plus the ragged margin. */
const FITTING = 1.2; // pdffill-demo: other text at .96, other text at 1.5

export function startsBlock(next: ReadLine, open: OpenBlock, margins: Margins, style: DocumentStyle): boolean {
  const last = open.lines.at(-1) ?? open.first;
  const { line } = next;
  const size = line.fontSize;
  const pitch = line.baseline - last.line.baseline;
  const isDisplay = size >= style.bodySize * DISPLAY_SIZE;
  const largest = Math.max(
    PARAGRAPH_PITCH * Math.min(margins.leading, MAX_LEADING * size),
    (isDisplay ? DISPLAY_PITCH_EM : PARAGRAPH_PITCH_EM) * size,
  );
  if (pitch > largest) return true;
  if (Math.abs(last.line.fontSize - size) > SIZE_CHANGE * Math.max(size, last.line.fontSize)) return true;
  if (next.code !== open.first.code) return true;
  if (next.bold !== open.first.bold && !isInBold(next, last, margins)) return true;
  if (startsElement(next.element, open.first.element)) return true;
  if (next.code) return false;
  if (next.marked) return true;
  const isEnded = /[.!?:]$/.test(last.text);
  if (!open.first.marked && isEnded) {
    if (line.x0 > last.line.x0 + INDENT * size && last.line.x0 < margins.x0 + size) return true;
    if (last.line.x1 < margins.x1 - SHORT_LINE * (margins.x1 - margins.x0)) return true;
  }
  if (isDisplay && isDate(next.text) !== isDate(last.text)) return true;
  if (isDisplay || (next.bold && isCentredBelow(line, last.line))) return false;
  return wouldHaveFitted(next, last, margins);
}

/** Bold words that one line ends with and the next starts with are one passage within a text. */
function isInBold(next: ReadLine, last: ReadLine, margins: Margins): boolean {
  const around = [last.line.words.at(-1), next.line.words[0]];
  if (!around.every((word) => word !== undefined && word.boldLength === word.length)) return false;
  return !/[.!?:]$/.test(last.text) && !next.marked && !wouldHaveFitted(next, last, margins);
}

/** Lines of a title in the middle. */
function isCentredBelow(line: TextLine, above: TextLine): boolean {
  const off = (line.x0 + line.x1) / 2 - (above.x0 + above.x1) / 2;
  return Math.abs(off) < CENTRED * line.fontSize && Math.abs(line.x0 - above.x0) > CENTRED * line.fontSize;
}

function startsElement(element: StructureElement | null, previous: StructureElement | null): boolean {
  if (element === null || previous === null || element === previous) return false;
  if (element.type === 'LI' || previous.type === 'LI' || isHeadingRole(element.type)) return true;
  return element.type !== previous.type && isHeadingRole(previous.type);
}

/** The first word would have fitted on the previous line, so that line was ended on purpose. */
function wouldHaveFitted({ line, text }: ReadLine, last: ReadLine, margins: Margins): boolean {
  const [word] = line.words;
  if (word === undefined || word.rightToLeft || /^\p{Ll}/u.test(text) || endsInHyphen(last.text)) return false;
  return margins.x1 - last.line.x1 > word.x1 - word.x0 + FITTING * line.fontSize;
}
