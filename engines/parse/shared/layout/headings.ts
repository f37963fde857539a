/** Headings: found by tag, by outline, or by how they stand out. */

import { SECTION_NUMBER, withoutNumbers } from '../lines/patterns.ts';
import { segmentsOf } from '../lines/text-lines.ts';
import { bounds } from '../page/geometry.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { isRunningText } from '../survey/running-heads.ts';
import {
  areNames,
  endsSentence,
  isAllCaps,
  isIdentifier,
  isNoTitle,
  isOtherText,
  letterCount,
  wordCount,
} from './heading-texts.ts';
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
/** Maximum words of a heading recognized only by weight or font, and only by number. */
const MAX_SHORT_WORDS = 14; // nougat_024: −.085 at 10, −.003 at 20
const MAX_NUMBERED_WORDS = 16; // normal_4pages: −.065 at 5, same at 48
/** Gap in em between a label and its value. */
const LABEL_GAP = 4; // pdfa_005: other text at 3, −.012 at 5
/** Maximum words of an italic heading, and the minimum share of them that start with a capital. */
const MAX_ITALIC_WORDS = 8; // pdfa_045: +.044 at 7, −.056 at 9
const MIN_CAPITALS = 0.6; // pdfa_045: same at .48, −.089 at .75
/** A larger text with more words that ends like a sentence is a sentence. */
const SENTENCE_WORDS = 8; // searchable: +.005 at 7, −.115 at 9
/** Minimum share of letters in the characters of a heading: for large headings, and for others. */
// large: normal_4pages: same at .24, +.004 at .375; other: pdfa_036: same at .32, +.047 at .5
const MIN_LETTER_SHARE = { large: 0.3, other: 0.4 };
/** Relative to the body: a size from which a numbered line need not be bold. */
const NUMBERED_SIZE = 1.05; // copy_protected: −.140 at .84, −.129 at 1.3125
/** Maximum lines of a heading recognized only by weight or font. */
const MAX_SHORT_LINES = 2; // nougat_024: −.111 at 1, same at 3
/** Shorter words are not capitalised in titles: articles, conjunctions, prepositions. */
const MIN_TITLE_WORD = 4; // pdfa_045: same at 1, −.089 at 9

/** Maximum words of a heading recognized only by its capitals, and the minimum length of the text that it heads. */
const MAX_CAPS_WORDS = 10; // nougat_003: other text at 9, same at 11
const MIN_BODY_LENGTH = 60; // redp5110_sampled: −.002 at 48, same at 75
/** Relative to the body. */
const CAPS_SIZE = 0.75; // no sample between .6 and .94: small capitals are .8
/** Empty space to that text, in em. */
const MAX_GAP_TO_BODY = 3.5; // no sample between 2.8 and 4.4: two blank lines

/** Share of the page's width by which a centred title may be off its middle, and which it leaves free on each side. */
const CENTRED = { off: 0.03, margin: 0.12 }; // off: no sample between .024 and .037; margin: between .096 and .15

/** `title`: of the document; `by style`: to be ranked among the headings of the document. */
export type HeadingLevel = number | 'title' | 'by style';

/** The levels, 1 to 6, of the texts of a page that are headings; other blocks of the page are `null`. */
export function headingLevels(
  blocks: readonly (TextBlock | null)[],
  style: DocumentStyle,
  page: { readonly number: number; readonly width: number },
): ReadonlyMap<TextBlock, HeadingLevel> {
  const levels = new Map<TextBlock, HeadingLevel>();
  for (const [index, block] of blocks.entries()) {
    if (block === null) continue;
    const level =
      declaredLevel(block, style) ?? (standsOut(block, blocks[index + 1] ?? null, style) ? 'by style' : null);
    if (level !== null) levels.set(block, level);
  }
  const first = blocks.find((block) => block === null || !isRunningText(block.text, style));
  if (first && page.number === 1 && !levels.has(first) && isTitle(first, blocks, page.width, style)) {
    levels.set(first, 'title');
    for (const line of subtitlesOf(first, blocks, page.width)) levels.set(line, 'by style');
  }
  return levels;
}

function declaredLevel(block: TextBlock, style: DocumentStyle): number | null {
  const tag = /^H([1-6])$/.exec(block.role ?? '')?.[1];
  if (tag !== undefined && !isSmallPrint(block, style)) return Number(tag);
  if (!mayBeHeading(block) || block.fontSize < style.bodySize * OUTLINE_SIZE) return null;
  return style.outline.get(withoutNumbers(block.text)) ?? null;
}

/** Word processors tag what has the style of a heading, whatever it looks like. */
const isSmallPrint = ({ bold, fontSize, text }: TextBlock, { bodySize }: DocumentStyle): boolean =>
  !bold && fontSize < bodySize * OUTLINE_SIZE && !isAllCaps(text);

function mayBeHeading(block: TextBlock): boolean {
  if (block.code || hasOtherRole(block) || isNoTitle(block.text)) return false;
  if (block.lines.some((line) => segmentsOf(line, LABEL_GAP).length > 1)) return false;
  return block.lines.length <= MAX_LINES && wordCount(block.text) <= MAX_WORDS;
}

/** The first line of a document, in the middle of the page or larger than all others, whatever its weight. */
function isTitle(
  block: TextBlock,
  blocks: readonly (TextBlock | null)[],
  width: number,
  style: DocumentStyle,
): boolean {
  if (blocks.length === 1 || !mayBeHeading(block) || isOtherText(block.text) || endsSentence(block.text)) return false;
  if (block.marked || block.lines.length > MAX_SHORT_LINES || wordCount(block.text) > MAX_SHORT_WORDS) return false;
  if (block.fontSize < style.bodySize * BOLD_SIZE || letterShare(block.text) <= MIN_LETTER_SHARE.other) return false;
  return (
    isCentred(block, width) ||
    blocks.every((other) => other === block || (other !== null && other.fontSize * SLIGHTLY_LARGE <= block.fontSize))
  );
}

function isCentred({ lines }: TextBlock, width: number): boolean {
  const { x0, x1 } = bounds(lines);
  return Math.abs((x0 + x1) / 2 - width / 2) < CENTRED.off * width && x0 > CENTRED.margin * width;
}

/** More lines in the middle below a title are verse, or all of a cover. */
const MAX_SUBTITLES = 2; // test “are one or two lines in the middle below the title, but no verse and no address”
const MAX_GAP_IN_TITLE = 1; // a blank line

/** The lines directly below a title that are in the middle of the page and look like it; none when they are an address or a sentence. */
function subtitlesOf(title: TextBlock, blocks: readonly (TextBlock | null)[], width: number): TextBlock[] {
  const below = blocks.slice(blocks.indexOf(title) + 1);
  const isLike = (block: TextBlock | null, index: number): boolean => {
    const above = index === 0 ? title : below[index - 1];
    if (!block || !above || !isCentred(block, width) || block.bold !== title.bold) return false;
    return block.fontSize === title.fontSize && isBelow(above, block, MAX_GAP_IN_TITLE);
  };
  const end = below.findIndex((block, index) => !isLike(block, index));
  const lines = below.slice(0, Math.max(0, end)).flatMap((block) => block ?? []);
  const mayHead = (block: TextBlock): boolean =>
    mayBeHeading(block) && !isOtherText(block.text) && !endsSentence(block.text);
  return isCentred(title, width) && lines.length <= MAX_SUBTITLES && lines.every(mayHead) ? lines : [];
}

const letterShare = (text: string): number => letterCount(text) / text.length;

const ITALIC_NAME = /italic|oblique|[-,]it\b|slant|^cmti|^(ptmri|phvro)/i;

const isItalic = ({ font }: TextBlock, { bodyFont }: DocumentStyle): boolean =>
  font !== undefined && ITALIC_NAME.test(font) && !ITALIC_NAME.test(bodyFont ?? '');

/** Words that titles capitalise start with a capital. */
function isCapitalised(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word.length >= MIN_TITLE_WORD);
  return words.filter((word) => /^\p{Lu}/u.test(word)).length >= Math.max(1, MIN_CAPITALS * words.length);
}

/** A separate line in italics with capitalised words, in a document that is not in italics. */
function isItalicTitle(block: TextBlock, style: DocumentStyle): boolean {
  const { lines, text, marked } = block;
  if (!isItalic(block, style) || lines.length > 1) return false;
  if (marked || wordCount(text) > MAX_ITALIC_WORDS || !/^\p{Lu}/u.test(text)) return false;
  return isCapitalised(text);
}

/** A line that only its capitals, or its number and its italics, distinguish from the body, above text of the body. */
function headsBody(block: TextBlock, next: TextBlock | null, { mostlyBold }: DocumentStyle): boolean {
  if (next === null || next.text.length < MIN_BODY_LENGTH || next.marked || isAllCaps(next.text)) return false;
  if (next.bold && !mostlyBold) return false;
  return isBelow(block, next, MAX_GAP_TO_BODY);
}

/** Maximum words of a bold line that ends with a colon. */
const MAX_COLON_WORDS = 6; // nougat_012: “Present at Tonight’s Meeting:”

/** A bold line with a colon above plain text, which has lines of its own. */
function headsPlainText(block: TextBlock, next: TextBlock | null, style: DocumentStyle): boolean {
  if (!block.bold || style.mostlyBold || block.lines.length > 1 || !block.text.endsWith(':')) return false;
  if (next === null || next.bold || block.fontSize < style.bodySize * BOLD_SIZE) return false;
  return wordCount(block.text) <= MAX_COLON_WORDS && isBelow(block, next, MAX_GAP_TO_BODY);
}

/** Whether `next` follows, with at most `gap` em of empty space between. */
function isBelow(block: TextBlock, next: TextBlock, gap: number): boolean {
  const space = bounds(next.lines).y0 - bounds(block.lines).y1;
  return space > -block.fontSize && space < gap * block.fontSize;
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

function standsOut(block: TextBlock, next: TextBlock | null, style: DocumentStyle): boolean {
  if (!mayBeHeading(block) || isOtherText(block.text)) return false;
  if (block.runIn) return true;
  const { text } = block;
  if (!block.bold && areNames(text)) return false;
  const words = wordCount(text);
  if (headsPlainText(block, next, style)) return true;
  const isSentence = endsSentence(text);
  const size = block.fontSize / style.bodySize;
  const isNumbered = SECTION_NUMBER.test(text);
  if (size >= LARGE && !(isSentence && words > SENTENCE_WORDS) && letterShare(text) > MIN_LETTER_SHARE.large)
    return true;
  if (isSentence || isWithinSentence(block, next)) return false;
  if (isNumbered && (block.bold || size > NUMBERED_SIZE) && words <= MAX_NUMBERED_WORDS) return true;
  if (isItalicTitle(block, style) && size >= BOLD_SIZE) return true;
  if (words > MAX_SHORT_WORDS || block.lines.length > MAX_SHORT_LINES || letterShare(text) <= MIN_LETTER_SHARE.other)
    return false;
  if (headsBody(block, next, style)) {
    if (isNumbered && isItalic(block, style) && isCapitalised(text)) return true;
    if (isAllCaps(text) && words <= MAX_CAPS_WORDS && size >= CAPS_SIZE) return true;
  }
  if (block.bold && !style.mostlyBold && size >= BOLD_SIZE && !isIdentifier(text) && (!block.marked || isNumbered))
    return true;
  return size >= SLIGHTLY_LARGE && block.font !== style.bodyFont && !block.marked;
}
