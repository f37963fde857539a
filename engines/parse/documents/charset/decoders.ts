/** Decoders by the name of a charset. */
import iconv from 'iconv-lite';
import { isCharset, standardDecoder } from './options.ts';

/** The text of bytes, with U+FFFD for what is invalid. */
export type Decode = (bytes: Uint8Array) => string;

/** A decoder, to be kept for texts of many parts; `null` for a charset that is none. */
export function decoderOf(charset: string): Decode | null {
  const standard = standardDecoder(charset);
  if (standard !== null) return (bytes) => standard.decode(bytes);
  // The encoding standard has no code pages of DOS, no UTF-32 and not all of Mac OS.
  return isCharset(charset) ? (bytes) => iconv.decode(bytes, charset) : null;
}

/** Decodes a single text. Throws `RangeError` for a charset that is none. */
export function decodeAs(charset: string, bytes: Uint8Array): string {
  const decode = decoderOf(charset);
  if (decode === null) throw new RangeError(`There is no charset ${charset}.`);
  return decode(bytes);
}
