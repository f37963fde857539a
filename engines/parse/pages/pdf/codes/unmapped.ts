/**
 * Characters of fonts that do not say which characters their glyphs are: PDFium returns the numbers of the glyphs. Most
 * fonts keep the printable characters of ASCII in one row, so the number of the first one gives all of them.
 */

import type { TextStyle } from '../../page/glyph.ts';

/** A drawn character before its position is read: its index on the text page, code and style. */
export interface Character {
  readonly index: number;
  readonly code: number;
  /** PDFium knows no character for the glyph, and gives its number instead. */
  readonly unmapped: boolean;
  readonly style: TextStyle;
}

/**
 * Number of the space: in fonts of TrueType's and of CFF's standard order, in fonts with a glyph less or more before
 * it, and where the numbers are those of Unicode.
 */
const STANDARD_FIRST = 3;
const UNICODE = 32;
const FIRST_GLYPHS = [STANDARD_FIRST, 1, 2, 4, UNICODE] as const;
/** The glyphs of TrueType's standard order from the space on: the characters of Mac Roman. */
const STANDARD_ORDER = new TextDecoder('macintosh').decode(
  Uint8Array.from({ length: 223 }, (_, index) => index + (index < 95 ? 0x20 : 0x21)),
);
const PRINTABLE = 95;

/**
 * The most frequent letters of the languages of Europe. Two thirds of a text are these, a quarter of any other order.
 */
const FREQUENT = /[aeinorst\u0430\u0432\u0435\u0438\u043d\u043e\u0440\u0441\u0442]/gi;
const MIN_FREQUENT = 0.5; // English .60, German .61, French .58, Czech .55 and Russian .58 without accents
const ACCENT_OR_SPACE = /[\p{Mn} ]/gu;
/** Fewer characters say nothing. */
const MIN_LENGTH = 6; // two short words

const UNKNOWN = 0xfffd;

/** Replaces the glyph numbers of a page by characters where they make text, otherwise by U+FFFD. */
export function mapGlyphNumbers(characters: readonly (Character | null)[]): readonly (Character | null)[] {
  const numbers = new Map<string, number[]>();
  for (const character of characters) {
    if (character?.unmapped !== true) continue;
    const ofFont = numbers.get(character.style.font) ?? [];
    numbers.set(character.style.font, ofFont);
    ofFont.push(character.code);
  }
  if (numbers.size === 0) return characters;
  const firsts = new Map([...numbers].map(([font, codes]) => [font, firstGlyph(codes)]));
  return characters.map((character) => {
    if (character?.unmapped !== true) return character;
    const first = firsts.get(character.style.font) ?? null;
    if (first === null) return character;
    if (first === UNICODE) return { ...character, unmapped: false };
    return { ...character, code: characterAt(character.code, first) ?? UNKNOWN, unmapped: false };
  });
}

/** The number of the space with which the glyphs make the most frequent letters; `null` when none makes text. */
function firstGlyph(codes: readonly number[]): number | null {
  if (codes.length < MIN_LENGTH) return null;
  const [best] = FIRST_GLYPHS.map((first) => ({ first, share: frequentShare(codes, first) })).sort(
    (a, b) => b.share - a.share,
  );
  return best !== undefined && best.share >= MIN_FREQUENT ? best.first : null;
}

function frequentShare(codes: readonly number[], first: number): number {
  const text = codes.map((code) => String.fromCodePoint(characterAt(code, first) ?? UNKNOWN)).join('');
  // Glyphs of another order look like accented letters.
  const letters = (first === UNICODE ? text.normalize('NFD') : text).replaceAll(ACCENT_OR_SPACE, '');
  return (letters.match(FREQUENT)?.length ?? 0) / Math.max(1, letters.length);
}

function characterAt(glyph: number, first: number): number | null {
  if (first === UNICODE) return glyph;
  const index = glyph - first;
  const isKnown = index >= 0 && index < (first === STANDARD_FIRST ? STANDARD_ORDER.length : PRINTABLE);
  return isKnown ? (STANDARD_ORDER.codePointAt(index) ?? null) : null;
}
