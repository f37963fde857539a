/** Decoders by the name of a charset. */
import iconv from 'iconv-lite';

/** Whether there is a decoder of this name, in any case. */
export function isCharset(name: string): boolean {
  return standardDecoder(name) !== null || iconv.encodingExists(name);
}

/** The text of the bytes, with U+FFFD for what is invalid. Throws `RangeError` for an unknown charset. */
export function decodeAs(charset: string, bytes: Uint8Array): string {
  // The encoding standard has no code pages of DOS, no UTF-32 and not all of Mac OS.
  return standardDecoder(charset)?.decode(bytes) ?? iconv.decode(bytes, charset);
}

function standardDecoder(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
