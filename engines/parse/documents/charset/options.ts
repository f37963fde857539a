/** Which charsets `options.charset` may name. */
import iconv from 'iconv-lite';

/** Whether there is a decoder of this name, in any case. */
export function isCharset(name: string): boolean {
  return standardDecoder(name) !== null || iconv.encodingExists(name);
}

/** Of the encoding standard of the Web; `null` for other charsets. */
export function standardDecoder(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
