/** Bytes of a page as a tree. */
import { parse } from 'parse5';
import type { ParseInput } from '../../types.ts';
import { decodeText } from '../charset.ts';
import type { HtmlParent } from './dom.ts';

/** Parses as browsers do. The charset: HTTP's, else the one that the page declares at its beginning. */
export function parsePage(input: Pick<ParseInput, 'bytes' | 'mediaType' | 'charset'>): HtmlParent {
  const text = decodeText(input.bytes, input.charset ?? declaredCharset(input.bytes));
  return parse(input.mediaType === 'application/xhtml+xml' ? asHtml(text) : text);
}

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** XML closes empty elements in place: `<title/>`, read as HTML, would swallow the page. */
function asHtml(xhtml: string): string {
  return xhtml
    .replace(/<([a-z][\w:.-]*)(\s[^<>]*)?\/>/gi, (tag: string, name: string, attributes: string = '') =>
      VOID.test(name) ? tag : `<${name}${attributes}></${name}>`,
    )
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
}

function declaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const match =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(start);
  return match?.[1]?.toLowerCase() ?? null;
}
