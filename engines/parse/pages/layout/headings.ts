/** Headings: found by tag, by outline, or by how they stand out. */

import { SECTION_NUMBER, withoutNumbers, withoutSectionNumber } from '../lines/patterns.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { isRunningText } from '../survey/running-heads.ts';
import { isTitle, MAX_GAP_IN_TITLE, subtitlesOf } from './document-title.ts';
import {
  BOLD_SIZE,
  isBelow,
  isBold,
  isCapitalised,
  isCentred,
  isItalic,
  isMarkedName,
  letterShare,
  MAX_SHORT_LINES,
  MAX_SHORT_WORDS,
  mayBeHeading,
  MIN_LETTER_SHARE,
  SLIGHTLY_LARGE,
} from './heading-shapes.ts';
import { areNames, endsSentence, isAllCaps, isDate, isIdentifier, isOtherText, wordCount } from './heading-texts.ts';
import { isSectionName } from './section-names.ts';
import type { TextBlock } from './text-blocks.ts';

/** `title`: of the document; `by style`: to be ranked among the headings of the document. */
export type HeadingLevel = number | 'title' | 'by style';

/** The levels, 1 to 6, of the texts of a page that are headings; other blocks of the page are `null`. */
export function headingLevels(
  blocks: readonly (TextBlock | null)[],
  style: DocumentStyle,
  page: { readonly number: number; readonly width: number },
): ReadonlyMap<TextBlock, HeadingLevel> {
  const levels = new Map<TextBlock, HeadingLevel>();
  const isDateOf = (above: TextBlock | null, block: TextBlock): boolean =>
    above !== null && levels.has(above) && isDate(block.text) && isBelow(above, block, MAX_GAP_IN_TITLE);
  for (const [index, block] of blocks.entries()) {
    if (block === null) continue;
    const [above, next] = [blocks[index - 1] ?? null, blocks[index + 1] ?? null];
    const isHeading = !isDateOf(above, block) && standsOut(block, next, style, page.width);
    const level = declaredLevel(block, style) ?? (isHeading ? 'by style' : null);
    if (level !== null) levels.set(block, level);
  }
  const first = blocks.find((block) => block === null || !isRunningText(block.text, style));
  if (first && page.number === 1 && !levels.has(first) && isTitle(first, blocks, page.width, style)) {
    levels.set(first, 'title');
    for (const line of subtitlesOf(first, blocks, page.width)) levels.set(line, 'by style');
  }
  return levels;
}

/** Relative to the body. */
const OUTLINE_SIZE = 0.95; // pdfa_014: same at .76, −.046 at 1.1875

function declaredLevel(block: TextBlock, style: DocumentStyle): number | 'by style' | null {
  const tag = /^H([1-6])$/.exec(block.role ?? '')?.[1];
  if (tag !== undefined && !isSmallPrint(block, style)) return Number(tag);
  if (!mayBeHeading(block) || block.fontSize < style.bodySize * OUTLINE_SIZE) return null;
  return outlineLevel(block.text, style) ?? outlineLevel(withoutSectionNumber(block.text), style);
}

/** TeX by default, Texinfo and Sphinx write bookmarks without the numbers of sections. */
const outlineLevel = (text: string, { outline }: DocumentStyle): number | 'by style' | null =>
  outline.get(withoutNumbers(text)) ?? null;

/** Word processors tag what has the style of a heading, whatever it looks like. */
const isSmallPrint = ({ bold, fontSize, text }: TextBlock, { bodySize }: DocumentStyle): boolean =>
  !bold && fontSize < bodySize * OUTLINE_SIZE && !isAllCaps(text);

/** Relative to the body: a size that makes a heading by itself. */
const LARGE = 1.15; // chart_bar: −.423 at .92, −.070 at 1.4375
/** Relative to the body: a size from which a numbered line need not be bold. */
const NUMBERED_SIZE = 1.05; // copy_protected: −.140 at .84, −.129 at 1.3125
/** Maximum words of a heading recognized only by number. */
const MAX_NUMBERED_WORDS = 16; // normal_4pages: −.065 at 5, same at 48
/** A larger text with more words that ends like a sentence is a sentence. */
const SENTENCE_WORDS = 8; // searchable: +.005 at 7, −.115 at 9

/** `next` is the text below; `width` is that of the page. */
function standsOut(block: TextBlock, next: TextBlock | null, style: DocumentStyle, width: number): boolean {
  if (!mayBeHeading(block) || isOtherText(block.text)) return false;
  if (block.runIn || headsSection(block, next)) return true;
  const { text } = block;
  if (!block.bold && (areNames(text) || isMarkedName(block))) return false;
  const words = wordCount(text);
  const isSentence = endsSentence(text);
  const size = block.fontSize / style.bodySize;
  const isNumbered = SECTION_NUMBER.test(text);
  if (headsPlainText(block, next, style) || isNumberedTitle(block, next, style)) return true;
  if (size >= LARGE && !(isSentence && words > SENTENCE_WORDS) && letterShare(text) > MIN_LETTER_SHARE.large)
    return true;
  if (isSentence || isWithinSentence(block, next)) return false;
  if (isNumbered && (block.bold || size > NUMBERED_SIZE) && words <= MAX_NUMBERED_WORDS) return true;
  if (isItalicTitle(block, style) && size >= BOLD_SIZE) return true;
  if (words > MAX_SHORT_WORDS || block.lines.length > MAX_SHORT_LINES || letterShare(text) <= MIN_LETTER_SHARE.other)
    return false;
  const isLabel = isIdentifier(text) || (block.marked && !isNumbered);
  const isBoldTitle = isBold(block, style) && !isLabel;
  if (isBoldTitle && size >= BOLD_SIZE) return true;
  if (size >= SMALL && headsBody(block, next, style)) {
    if (isBoldTitle && next !== null && block.fontSize >= next.fontSize * BOLD_SIZE) return true;
    if (isNumbered && isItalic(block, style) && isCapitalised(text)) return true;
    if (isAllCaps(text) && words <= MAX_CAPS_WORDS) return true;
  }
  if (isTitleOfPart(block, next, style, width)) return true;
  return size >= SLIGHTLY_LARGE && block.font !== style.bodyFont && !block.marked;
}

/** Maximum words of a heading recognized only by its capitals, and the minimum length of the text that it heads. */
const MAX_CAPS_WORDS = 10; // nougat_003: other text at 9, same at 11
const MIN_BODY_LENGTH = 60; // redp5110_sampled: −.002 at 48, same at 75
/** Relative to the body: the least size of a heading above text of the body. */
const SMALL = 0.75; // no sample between .6 and .94: small capitals are .8
/** Empty space to that text, in em. */
const MAX_GAP_TO_BODY = 3.5; // no sample between 2.8 and 4.4: two blank lines

/** A line that little distinguishes from the body, above text of the body. */
function headsBody(block: TextBlock, next: TextBlock | null, { mostlyBold }: DocumentStyle): boolean {
  if (next === null || next.text.length < MIN_BODY_LENGTH || next.marked || isAllCaps(next.text)) return false;
  if (next.bold && !mostlyBold) return false;
  return isBelow(block, next, MAX_GAP_TO_BODY);
}

const headsSection = (block: TextBlock, next: TextBlock | null): boolean =>
  isSectionName(block.text) &&
  next !== null &&
  next.text.length >= MIN_BODY_LENGTH &&
  isBelow(block, next, MAX_GAP_TO_BODY);

/** Maximum words of a bold line that ends with a colon. */
const MAX_COLON_WORDS = 6; // nougat_012: “Present at Tonight’s Meeting:”

/** A bold line with a colon above plain text, which has lines of its own. */
function headsPlainText(block: TextBlock, next: TextBlock | null, style: DocumentStyle): boolean {
  if (!isBold(block, style) || block.lines.length > 1 || !block.text.endsWith(':')) return false;
  if (next === null || next.bold || block.fontSize < style.bodySize * BOLD_SIZE) return false;
  return wordCount(block.text) <= MAX_COLON_WORDS && isBelow(block, next, MAX_GAP_TO_BODY);
}

/** Maximum words of a title that may be a sentence. */
const MAX_TITLE_WORDS = 8; // pdfa_045: +.044 at 7, −.056 at 9

/** A separate line in italics with capitalised words, in a document that is not in italics. */
function isItalicTitle(block: TextBlock, style: DocumentStyle): boolean {
  const { lines, text, marked } = block;
  if (!isItalic(block, style) || lines.length > 1) return false;
  if (marked || wordCount(text) > MAX_TITLE_WORDS || !/^\p{Lu}/u.test(text)) return false;
  return isCapitalised(text);
}

/** `1. Introduction.`: a numbered title in bold or italics, which ends with a full stop. */
function isNumberedTitle(block: TextBlock, next: TextBlock | null, style: DocumentStyle): boolean {
  const { lines, text } = block;
  if (!SECTION_NUMBER.test(text) || !text.endsWith('.') || lines.length > 1) return false;
  if (wordCount(text) > MAX_TITLE_WORDS || !isCapitalised(text)) return false;
  return (isBold(block, style) || isItalic(block, style)) && headsBody(block, next, style);
}

/** Empty space, in em, between two titles of parts, the first of which has no text. */
const MIN_GAP_OF_TITLES = 1; // nougat_003: “THE ANNOUNCEMENTS”, “THE BLESSING”

/** A line of capitals in the middle, in a document that is mostly bold: an order of service, a programme. */
function isTitleOfPart(block: TextBlock, next: TextBlock | null, style: DocumentStyle, width: number): boolean {
  if (!style.mostlyBold || !isAllCaps(block.text) || wordCount(block.text) > MAX_CAPS_WORDS) return false;
  if (next === null || !isCentred(block, width) || !isBelow(block, next, MAX_GAP_TO_BODY)) return false;
  return !isAllCaps(next.text) || !isBelow(block, next, MIN_GAP_OF_TITLES);
}

/** Fewer words may be a title in lower case, or stand above a list. */
const MIN_GOING_ON = 4; // pdfa_028: “usual unique factorization property”
const LOWER_CASE = /^\p{Ll}{2,}[ ,;]/u;
/** Empty space, in em, between two lines of a sentence: wide leading. */
const MAX_GAP_WITHIN = 1.5;

/** A line within a sentence: the size and the weight of recognized text vary by line. */
const isWithinSentence = (block: TextBlock, next: TextBlock | null): boolean =>
  wordCount(block.text) >= MIN_GOING_ON &&
  !isAllCaps(block.text) &&
  !SECTION_NUMBER.test(block.text) &&
  (LOWER_CASE.test(block.text) ||
    (next !== null && LOWER_CASE.test(next.text) && isBelow(block, next, MAX_GAP_WITHIN)));
