/** Headings: found by tag, by outline, or by how they stand out. */

import { BULLET, CAPTION, SECTION_NUMBER, withoutNumbers } from '../lines/patterns.ts';
import { segmentsOf } from '../lines/text-lines.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import type { TextBlock } from './text-blocks.ts';

/** Roles that are never headings or code, whatever they look like. */
const OTHER_ROLES = /^(LI|TD|TH|Caption|Note|TOCI)$/;

export const hasOtherRole = (block: TextBlock): boolean => OTHER_ROLES.test(block.role ?? '');

/** Longer texts are not headings. */
const MAX_LINES = 3; // redp5110_sampled: −.001 at 2, −.002 at 4
const MAX_WORDS = 24; // pdfa_011: +.008 at 17, other text at 34
/** Relative to the body: a size that makes a heading by itself, and one that does so in another font. */
const LARGE = 1.15; // chart_bar: −.423 at .92, −.070 at 1.4375
const SLIGHTLY_LARGE = 1.06; // nougat_024: −.434 at .848, −.319 at 1.325
/** Bold headings may be a little smaller than the body. */
const BOLD_SIZE = 0.97; // nougat_015: −.061 at .776, −.609 at 1.2125
const OUTLINE_SIZE = 0.95; // pdfa_014: same at .76, −.046 at 1.1875
/** Maximum words of a heading recognised only by weight or font, and only by number. */
const MAX_SHORT_WORDS = 14; // nougat_024: −.085 at 10, −.003 at 20
const MAX_NUMBERED_WORDS = 16; // normal_4pages: −.065 at 5, same at 48
/** Gap in em between a label and its value. */
const LABEL_GAP = 4; // pdfa_005: other text at 3, −.012 at 5
/** Maximum words of an italic heading, and the minimum share of them that start with a capital. */
const MAX_ITALIC_WORDS = 8; // pdfa_045: +.044 at 7, −.056 at 9
const MIN_CAPITALS = 0.6; // pdfa_045: same at .48, −.089 at .75
/** A larger text with more words that ends like a sentence is a sentence. */
const SENTENCE_WORDS = 8; // searchable: +.005 at 7, −.115 at 9
/** Minimum letters of a heading, and their minimum share of its characters: for large headings, and for others. */
const MIN_LETTERS = 2; // normal_4pages: same at 1, +.004 at 3
// large: normal_4pages: same at .24, +.004 at .375; other: pdfa_036: same at .32, +.047 at .5
const MIN_LETTER_SHARE = { large: 0.3, other: 0.4 };
/** Relative to the body: a size from which a numbered line need not be bold. */
const NUMBERED_SIZE = 1.05; // copy_protected: −.140 at .84, −.129 at 1.3125
/** Maximum lines of a heading recognised only by weight or font. */
const MAX_SHORT_LINES = 2; // nougat_024: −.111 at 1, same at 3
/** Shorter words are not capitalised in titles: articles, conjunctions, prepositions. */
const MIN_TITLE_WORD = 4; // pdfa_045: same at 1, −.089 at 9

/** The level, 1 to 6, of a block that is a heading; `by size` when it must be ranked among the headings of the document. */
export function headingLevel(block: TextBlock, style: DocumentStyle): number | 'by size' | null {
  return declaredLevel(block, style) ?? (standsOut(block, style) ? 'by size' : null);
}

function declaredLevel(block: TextBlock, style: DocumentStyle): number | null {
  const tag = /^H([1-6])$/.exec(block.role ?? '')?.[1];
  if (tag !== undefined) return Number(tag);
  if (!mayBeHeading(block) || block.fontSize < style.bodySize * OUTLINE_SIZE) return null;
  return style.outline.get(withoutNumbers(block.text)) ?? null;
}

function mayBeHeading(block: TextBlock): boolean {
  if (block.code || hasOtherRole(block) || BULLET.test(block.text)) return false;
  if (/[,;]$/.test(block.text)) return false;
  if (block.lines.some((line) => segmentsOf(line, LABEL_GAP).length > 1)) return false;
  return (
    block.lines.length <= MAX_LINES && wordCount(block.text) <= MAX_WORDS && letterCount(block.text) >= MIN_LETTERS
  );
}

const wordCount = (text: string): number => text.split(/\s+/).length;

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

const isCaption = (text: string): boolean =>
  CAPTION.test(text) && /\d/.test(text.slice(0, 14)) && !/^table of/i.test(text);

const ITALIC_NAME = /italic|oblique|[-,]it\b|slant|^cmti|^(ptmri|phvro)/i;
const WEB_ADDRESS = /^(https?:\/\/|www\.)|^[\w-]+(\.[\w-]+)+\/\S/i;

/** A separate line in italics with capitalised words, in a document that is not in italics. */
function isItalicTitle({ font, lines, text, marked }: TextBlock, { bodyFont }: DocumentStyle): boolean {
  if (font === undefined || !ITALIC_NAME.test(font) || ITALIC_NAME.test(bodyFont ?? '')) return false;
  const words = text.split(/\s+/).filter((word) => word.length >= MIN_TITLE_WORD);
  if (lines.length > 1 || marked || wordCount(text) > MAX_ITALIC_WORDS || !/^\p{Lu}/u.test(text)) return false;
  return words.filter((word) => /^\p{Lu}/u.test(word)).length >= Math.max(1, MIN_CAPITALS * words.length);
}

function standsOut(block: TextBlock, style: DocumentStyle): boolean {
  if (!mayBeHeading(block) || isCaption(block.text) || WEB_ADDRESS.test(block.text)) return false;
  const { text } = block;
  const words = wordCount(text);
  const letters = letterCount(text) / text.length;
  const isSentence = /[.:]$/.test(text) && !/\b(etc|vs)\.$/.test(text);
  const size = block.fontSize / style.bodySize;
  const isNumbered = SECTION_NUMBER.test(text);
  if (size >= LARGE && !(isSentence && words > SENTENCE_WORDS) && letters > MIN_LETTER_SHARE.large) return true;
  if (isSentence) return false;
  if (isNumbered && (block.bold || size > NUMBERED_SIZE) && words <= MAX_NUMBERED_WORDS) return true;
  if (isItalicTitle(block, style) && size >= BOLD_SIZE) return true;
  if (words > MAX_SHORT_WORDS || block.lines.length > MAX_SHORT_LINES || letters <= MIN_LETTER_SHARE.other)
    return false;
  if (block.bold && !style.mostlyBold && size >= BOLD_SIZE && (!block.marked || isNumbered)) return true;
  return size >= SLIGHTLY_LARGE && block.font !== style.bodyFont && !block.marked;
}
