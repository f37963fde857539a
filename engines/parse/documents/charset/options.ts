/** Which charsets `options.charset` may name. */
import iconv from 'iconv-lite';

/** What the library also knows under the names of charsets: ways of writing bytes as text. */
const TRANSFORMS: ReadonlySet<string> = new Set(['base64', 'hex']);

/** Whether there is a decoder of this name, in any case. */
export function isCharset(name: string): boolean {
  // The library compares names by these characters.
  const compared = name.toLowerCase().replace(/:\d{4}$|[^\da-z]/g, '');
  return standardDecoder(name) !== null || (iconv.encodingExists(name) && !TRANSFORMS.has(compared));
}

/** Of the encoding standard of the Web; `null` for other charsets. */
export function standardDecoder(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
