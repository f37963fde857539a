/** Bytes of a page as a tree. */
import { parse } from 'parse5';
import type { ParseInput } from '../../types.ts';
import { decodeText } from '../charset.ts';
import type { HtmlParent } from './dom.ts';

/** Parses as browsers do. The charset: HTTP's, else the one that the page declares at its beginning. */
export function parsePage(input: ParseInput): HtmlParent {
  return parse(decodeText(input.bytes, input.charset ?? declaredCharset(input.bytes)));
}

function declaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const match =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(start);
  return match?.[1]?.toLowerCase() ?? null;
}
