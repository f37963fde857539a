/** The text of a part in XML of a container, which nothing but its bytes describes. */
import { byteOrderMark, charsetInside } from './declared.ts';
import { decodeAs } from './decoders.ts';
import { isCharset } from './options.ts';

/** XML is UTF-8, or has a byte order mark, or declares another charset. */
export function decodeXml(bytes: Uint8Array): string {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return decodeAs(marked, bytes);
  const declared = charsetInside({ bytes, mediaType: 'application/xml' });
  return decodeAs(declared !== null && isCharset(declared) ? declared : 'utf-8', bytes);
}
