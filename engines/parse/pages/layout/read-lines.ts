/**
 * Reads text lines before they are put into blocks: their text, and the properties that distinguish them from
 * neighbours.
 */

import { lineText, withLooks } from '../lines/line-text.ts';
import { BULLET, CODE_ITEM, NUMBERED, TICK } from '../lines/patterns.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { sum } from '../page/geometry.ts';
import type { PageStructure, StructureElement } from '../page/structure.ts';
import type { Word } from '../page/word.ts';
import { isCode } from '../survey/document-style.ts';
import type { DocumentStyle } from '../survey/document-style.ts';

export interface ReadLine {
  readonly line: TextLine;
  readonly text: string;
  /** The text with the marks of its looks. */
  readonly shown: string;
  readonly bold: boolean;
  readonly code: boolean;
  readonly marked: boolean;
  readonly element: StructureElement | null;
}

export function readLine(line: TextLine, structure: PageStructure | null, style: DocumentStyle): ReadLine {
  const words = withBullet(line.words, style);
  const text = lineText(words);
  return {
    line,
    text,
    shown: words.some(({ marked }) => marked !== null) ? lineText(words, withLooks) : text,
    bold: sum(line.words, (word) => word.boldLength) > MOSTLY_BOLD * line.length,
    code: isCode(line, style) && !CODE_ITEM.test(text),
    marked: BULLET.test(`${text} `) || TICK.test(`${text} `) || NUMBERED.test(text),
    element: structure === null ? null : blockElement(line.words, structure),
  };
}

/** Share of bold characters that makes a line bold: a word or a number in it may be regular. */
const MOSTLY_BOLD = 0.75; // copy_protected: −.100 at .6, +.036 at .9375
/** Gap in em after a sign that does not belong to the following word. */
const ORNAMENT_GAP = 0.15; // no sample between .06 and .3: half a space

const SYMBOL_FONT = /dingbat|symbol|wingd|webd/i;

/** Symbol fonts map bullets to letters: a single sign in another font before a text is a bullet. */
function withBullet(words: readonly Word[], style: DocumentStyle): readonly Word[] {
  const [first, second] = words;
  if (first === undefined || second === undefined || first.length !== 1) return words;
  if (second.x0 - first.x1 <= ORNAMENT_GAP * first.fontSize) return words;
  const isOrnament =
    words.slice(1).every((word) => word.font !== first.font) &&
    style.rareFonts.has(first.font) &&
    /[a-z\ufffd]/.test(first.text);
  if (TICK.test(`${first.text} `) || (!isOrnament && !SYMBOL_FONT.test(first.font))) return words;
  return [{ ...first, text: '•', marked: null }, ...words.slice(1)];
}

const BLOCK_ROLE = /^(H[1-6]|H|P|LI|TD|TH|Caption|Code|Figure|Formula|Note|TOCI|BlockQuote)$/;

/** The block that tagged words belong to; a list item wins over the paragraph in it. */
function blockElement(words: readonly Word[], structure: PageStructure): StructureElement | null {
  for (const word of words) {
    const innermost = structure.byMcid.get(word.mcid) ?? null;
    const block = ancestor(innermost, (element) => BLOCK_ROLE.test(element.type));
    if (block !== null && isHeadingRole(block.type)) return block;
    const item = ancestor(innermost, (element) => element.type === 'LI');
    if (item !== null || block !== null) return item ?? block;
  }
  return null;
}

function ancestor(
  from: StructureElement | null,
  matches: (element: StructureElement) => boolean,
): StructureElement | null {
  let element = from;
  while (element !== null && !matches(element)) element = element.parent;
  return element;
}

export const isHeadingRole = (role: string): boolean => role.startsWith('H');
