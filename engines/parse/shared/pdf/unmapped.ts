/**
 * Characters of fonts that do not say which characters their glyphs are: PDFium returns the numbers of the glyphs. Most fonts
 * keep the printable characters of ASCII in one row, so the number of the first one gives all of them.
 */

import type { Character } from './characters.ts';

/**
 * Number of the space: in fonts of TrueType's and of CFF's standard order, in fonts with a glyph less or more before it, and
 * where the numbers are ASCII themselves.
 */
const STANDARD_FIRST = 3;
const ASCII = 32;
const FIRST_GLYPHS = [STANDARD_FIRST, 1, 2, 4, ASCII] as const;
/** The glyphs of TrueType's standard order from the space on: the characters of Mac Roman. */
const STANDARD_ORDER = new TextDecoder('macintosh').decode(
  Uint8Array.from({ length: 223 }, (_, index) => index + (index < 95 ? 0x20 : 0x21)),
);
const PRINTABLE = 95;

/** The most frequent letters of the languages of Europe. Two thirds of a text are these, a quarter of any other order. */
const FREQUENT = /[aeinorst]/gi;
const MIN_FREQUENT = 0.5; // English .60, German .61, French .58, and a space for every five
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
    if (first === ASCII) return { ...character, unmapped: false };
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
  const letters = text.replaceAll(' ', '');
  return (letters.match(FREQUENT)?.length ?? 0) / Math.max(1, letters.length);
}

function characterAt(glyph: number, first: number): number | null {
  const index = glyph - first;
  const isKnown = index >= 0 && index < (first === STANDARD_FIRST ? STANDARD_ORDER.length : PRINTABLE);
  return isKnown ? (STANDARD_ORDER.codePointAt(index) ?? null) : null;
}
