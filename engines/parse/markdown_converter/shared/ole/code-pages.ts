/** Code pages of Windows, DOS and Mac OS by their numbers. */
import { decodeAs, decoderOf, type Decode } from '../../../documents/charset/decoders.ts';

/** Numbers that are no names of charsets. */
const CHARSETS = new Map([
  [1200, 'utf-16le'],
  [1361, 'euc-kr'],
  [20127, 'windows-1252'],
  [32768, 'macintosh'],
  [50220, 'iso-2022-jp'],
  [51932, 'euc-jp'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
]);

/** A decoder for a code page; windows-1252 for unknown ones. */
export function codePageDecoder(codePage: number): Decode {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  const name = isWindows ? `windows-${codePage}` : (CHARSETS.get(codePage) ?? String(codePage));
  return decoderOf(name) ?? ((bytes) => decodeAs('windows-1252', bytes));
}
