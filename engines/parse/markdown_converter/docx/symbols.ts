/** Characters of symbol fonts (`w:sym`). */
import { text, type Format, type Inline } from '../../documents/markdown/model.ts';
import type { XmlElement } from '../../documents/xml.ts';

/** Wingdings by the low byte of the code. */
const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0xfc, '\u2713'],
  [0xfb, '\u2717'],
  [0xe0, '\u2192'],
  [0xd8, '\u27a2'],
]);
const UNCHECKED = new Set([0xa8, 0x6f]);
const CHECKED = 0xfe;
const BULLET = '\u2022';

/** Symbol fonts map their 256 characters to the private codes F000 to F0FF. */
export function symbolInlines(symbol: XmlElement, format: Format): Inline[] {
  const code = Number.parseInt(symbol.attributes['w:char'] ?? '', 16);
  return code > 0 && code <= 0xffff ? symbolContent(code, symbol.attributes['w:font'] ?? '', format) : [];
}

/** A character of a font by its 16-bit code. */
export function symbolContent(code: number, font: string, format: Format): Inline[] {
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  if (!/wingdings/i.test(font)) {
    return [text(String.fromCharCode(isPrivate ? code & 0xff : code), format)];
  }
  const place = code & 0xff;
  if (place === CHECKED || UNCHECKED.has(place)) return [{ kind: 'checkbox', checked: place === CHECKED }];
  return [text(WINGDINGS.get(place) ?? BULLET, format)];
}
