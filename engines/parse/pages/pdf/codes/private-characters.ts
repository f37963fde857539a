/** Meaning of characters that fonts of Adobe and Microsoft place into the private use area of Unicode. */

import { symbolOf } from '../../../documents/symbol-fonts.ts';

/** Characters 0x20 to 0x7e and 0xa0 to 0xfe of the encoding of Adobe's Symbol. */
const SYMBOL_LOW = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
const SYMBOL_HIGH =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\uf8ff〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** Adobe's corporate use: digits of old style, small capitals, and pieces of high brackets. */
const CORPORATE: ReadonlyMap<number, string> = new Map([
  ...pairs(0xf730, '0123456789'),
  ...pairs(0xf761, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  ...pairs(0xf8e8, '®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭'),
]);

const IS_SYMBOL = /^symbol/i;
const IS_PICTURES = /^(symbol|wingdings|webdings|zapfdingbats|marlett)/i;

/** Microsoft's symbol fonts have their 256 characters from here on. */
const FIRST = 0xf000;

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** What a character of the font means; the same character when that is not known. */
export function meaningOf(code: number, font: string): number {
  // Producers write bytes of Windows-1252 as if they were Unicode, which has control characters there.
  if (code >= 0x80 && code < 0xa0 && !IS_PICTURES.test(font)) {
    return WINDOWS_1252.decode(Uint8Array.of(code)).codePointAt(0) ?? code;
  }
  if (code < 0xe000 || code > 0xf8ff) return code;
  const byte = code - FIRST;
  let meaning = CORPORATE.get(code);
  if (IS_SYMBOL.test(font)) meaning = byte < 0xa0 ? SYMBOL_LOW[byte - 0x20] : SYMBOL_HIGH[byte - 0xa0];
  else meaning ??= symbolOf(code, font) ?? undefined;
  return meaning?.codePointAt(0) ?? code;
}

function pairs(first: number, characters: string): [number, string][] {
  return Array.from(characters, (character, index) => [first + index, character]);
}
