/** The vocabulary of symbol fonts: the characters of Unicode for the pictures that such a font has in place of letters. */
import { codePoint } from 'dingbat-to-unicode';

/** Exact characters that few fonts have, and the usual ones of the same meaning. */
const EXACT = Array.from('🗸🗶🗴🗹🗷🗵⮽🞎🞏🞐□⬜⬛⚫🔾◼∙🄋🄌⮚🡨🡪🡩🡫🡬🡭🡮🡯🡸🡺🡹🡻🡼🡽🡾🡿');
const USUAL = Array.from('✓✗✗☑☒☒☒☐☐☐☐☐■●○■·⓪⓿➢←→↑↓↖↗↘↙←→↑↓↖↗↘↙');
const USUAL_OF = new Map(EXACT.map((exact, index) => [exact, USUAL[index] ?? exact]));

/** Zapf Dingbats from 0x21 and from 0xA1, where it differs from the block of Unicode that was made from it. */
const ZAPF_DIFFERS = new Map([
  ...pairs(0x25, '☎'),
  ...pairs(0x2a, '☛☞'),
  ...pairs(0x48, '★'),
  ...pairs(0x6c, '●'),
  ...pairs(0x6e, '■'),
  ...pairs(0x73, '▲▼◆'),
  ...pairs(0x77, '◗'),
  ...pairs(0xa8, '♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩'),
  ...pairs(0xd5, '→↔↕'),
]);

/** Names of the fonts with their name in the vocabulary of the library; `null` for Zapf Dingbats. */
const FONTS: readonly (readonly [name: RegExp, face: string | null])[] = [
  [/^wingdings[ -]?2/i, 'Wingdings 2'],
  [/^wingdings[ -]?3/i, 'Wingdings 3'],
  [/^wingdings/i, 'Wingdings'],
  [/^webdings/i, 'Webdings'],
  [/^symbol(mt)?$/i, 'Symbol'],
  [/^(itc )?zapf ?dingbats|^monotype sorts/i, null],
];

/** Symbol fonts have their 256 characters from here on. */
const PRIVATE = 0xf000;

/** Codes of the letters that programs write for the bytes 0x80 to 0x9f. */
const BYTES = new Map(
  Array.from({ length: 0x20 }, (_, index) => 0x80 + index).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)).charCodeAt(0),
    byte,
  ]),
);

export const isSymbolFont = (font: string): boolean => FONTS.some(([name]) => name.test(font));

/** The text that a font shows; the same text for fonts that have letters. */
export function symbolText(text: string, font: string): string {
  if (!isSymbolFont(font)) return text;
  return Array.from(text, (character) => symbolOf(character.codePointAt(0) ?? 0, font) ?? character).join('');
}

/** What a character of a symbol font shows, by its code; `null` when that is not known, or for another font. */
export function symbolOf(code: number, font: string): string | null {
  const face = FONTS.find(([name]) => name.test(font))?.[1];
  if (face === undefined) return null;
  const byte = code >= PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : (BYTES.get(code) ?? code);
  if (face === null) return zapf(byte);
  const shown = codePoint(face, byte)?.string;
  return shown === undefined ? null : (USUAL_OF.get(shown) ?? shown);
}

function zapf(byte: number): string | null {
  const differs = ZAPF_DIFFERS.get(byte);
  if (differs !== undefined) return differs;
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte - 0x21 + 0x2701);
  return byte > 0xa0 && byte < 0xff && byte !== 0xf0 ? String.fromCharCode(byte - 0xa1 + 0x2761) : null;
}

function pairs(first: number, characters: string): [number, string][] {
  return Array.from(characters, (character, index) => [first + index, character]);
}
