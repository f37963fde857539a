/** How a block must look to be a heading at all, and what its letters and its place show. */

import { segmentsOf } from '../lines/text-lines.ts';
import { bounds } from '../page/geometry.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { isMarkedPerson, isNoTitle, letterCount, wordCount } from './heading-texts.ts';
import type { TextBlock } from './text-blocks.ts';

/** Roles that are never headings or code, whatever they look like. */
const OTHER_ROLES = /^(LI|TD|TH|Caption|Note|TOCI)$/;

export const hasOtherRole = (block: TextBlock): boolean => OTHER_ROLES.test(block.role ?? '');

/** Longer texts are not headings. */
const MAX_LINES = 3; // redp5110_sampled: −.001 at 2, −.002 at 4
const MAX_WORDS = 24; // pdfa_011: +.008 at 17, other text at 34
/** Gap in em between a label and its value. */
const LABEL_GAP = 4; // pdfa_005: other text at 3, −.012 at 5

export function mayBeHeading(block: TextBlock): boolean {
  if (block.code || hasOtherRole(block) || isNoTitle(block.text)) return false;
  if (block.lines.some((line) => segmentsOf(line, LABEL_GAP).length > 1)) return false;
  return block.lines.length <= MAX_LINES && wordCount(block.text) <= MAX_WORDS;
}

/** Relative to the body: a size that makes a heading in another font. */
export const SLIGHTLY_LARGE = 1.06; // nougat_024: −.434 at .848, −.319 at 1.325
/** Bold headings may be a little smaller than the body. */
export const BOLD_SIZE = 0.97; // nougat_015: −.061 at .776, −.609 at 1.2125
/** Maximum words and lines of a heading recognized only by weight, font or place. */
export const MAX_SHORT_WORDS = 14; // nougat_024: −.085 at 10, −.003 at 20
export const MAX_SHORT_LINES = 2; // nougat_024: −.111 at 1, same at 3
/** Minimum share of letters in the characters of a heading: for large headings, and for others. */
// large: normal_4pages: same at .24, +.004 at .375; other: pdfa_036: same at .32, +.047 at .5
export const MIN_LETTER_SHARE = { large: 0.3, other: 0.4 };

export const letterShare = (text: string): number => letterCount(text) / text.length;

/** Share of the page's width by which a centred title may be off its middle, and which it leaves free on each side. */
const CENTRED = { off: 0.03, margin: 0.12 }; // off: no sample between .024 and .037; margin: between .096 and .15

export function isCentred({ lines }: TextBlock, width: number): boolean {
  const { x0, x1 } = bounds(lines);
  return Math.abs((x0 + x1) / 2 - width / 2) < CENTRED.off * width && x0 > CENTRED.margin * width;
}

/** Whether `next` follows, with at most `gap` em of empty space between. */
export function isBelow(block: TextBlock, next: TextBlock, gap: number): boolean {
  const space = bounds(next.lines).y0 - bounds(block.lines).y1;
  return space > -block.fontSize && space < gap * block.fontSize;
}

const ITALIC_NAME = /italic|oblique|[-,]it\b|slant|^cmti|^(ptmri|phvro)/i;

/** In italics, in a document that is not. */
export const isItalic = ({ font }: TextBlock, { bodyFont }: DocumentStyle): boolean =>
  font !== undefined && ITALIC_NAME.test(font) && !ITALIC_NAME.test(bodyFont ?? '');

/** In bold, in a document that is not. */
export const isBold = ({ bold }: TextBlock, { mostlyBold }: DocumentStyle): boolean => bold && !mostlyBold;

/** Shorter words are not capitalised in titles: articles, conjunctions, prepositions. */
const MIN_TITLE_WORD = 4; // pdfa_045: same at 1, −.089 at 9
/** Minimum share of the others that start with a capital. */
const MIN_CAPITALS = 0.6; // pdfa_045: same at .48, −.089 at .75

/** Words that titles capitalise start with a capital. */
export function isCapitalised(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word.length >= MIN_TITLE_WORD);
  return words.filter((word) => /^\p{Lu}/u.test(word)).length >= Math.max(1, MIN_CAPITALS * words.length);
}

/** Relative to its line. */
const RAISED_SIZE = 0.8; // marks of notes are .6 to .75; nougat_029: “Nathann Cohen 1”

/** An author, with the raised mark of the note that has the address. */
export function isMarkedName({ lines, text, fontSize }: TextBlock): boolean {
  const mark = lines.at(-1)?.words.at(-1);
  return mark !== undefined && mark.fontSize < RAISED_SIZE * fontSize && isMarkedPerson(text);
}
