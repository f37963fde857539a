/** Decoders by the name of a charset. */
import iconv from 'iconv-lite';
import { standardDecoder } from './options.ts';

/** The text of the bytes, with U+FFFD for what is invalid. Throws for a charset that is none: see `isCharset`. */
export function decodeAs(charset: string, bytes: Uint8Array): string {
  // The encoding standard has no code pages of DOS, no UTF-32 and not all of Mac OS.
  return standardDecoder(charset)?.decode(bytes) ?? iconv.decode(bytes, charset);
}
