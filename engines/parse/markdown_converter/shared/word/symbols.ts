/** Characters of symbol fonts (`w:sym`). */
import { text, type Format, type Inline } from '../../../documents/markdown/model.ts';
import { isSymbolFont, symbolOf } from '../../../documents/symbol-fonts.ts';
import type { XmlElement } from '../../../documents/xml.ts';

const UNCHECKED = '\u2610';
const CHECKED = '\u2611';
const BULLET = '\u2022';

/** Symbol fonts map their 256 characters to the private codes F000 to F0FF. */
export function symbolInlines(symbol: XmlElement, format: Format): Inline[] {
  const code = Number.parseInt(symbol.attributes['w:char'] ?? '', 16);
  return code > 0 && code <= 0xffff ? symbolContent(code, symbol.attributes['w:font'] ?? '', format) : [];
}

/** A character of a font by its 16-bit code. */
export function symbolContent(code: number, font: string, format: Format): Inline[] {
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  const shown = symbolOf(code, font);
  if (shown === UNCHECKED || shown === CHECKED) return [{ kind: 'checkbox', checked: shown === CHECKED }];
  if (shown !== null) return [text(shown, format)];
  return [text(isSymbolFont(font) ? BULLET : String.fromCharCode(isPrivate ? code & 0xff : code), format)];
}
