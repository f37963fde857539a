/** Parses the bytes of a page to a tree. */
import type { TextInput } from '../charset/decode.ts';
import type { HtmlParent } from './dom.ts';
import { parseHtml, type HtmlParsing } from './parse.ts';

/** Parses like a browser. */
export function parsePage(
  { text, mediaType }: Pick<TextInput, 'text' | 'mediaType'>,
  parsing?: HtmlParsing,
): HtmlParent {
  return parseHtml(mediaType === 'application/xhtml+xml' ? asHtml(text) : text, parsing);
}

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Expands self-closing elements: `<title/>`, read as HTML, would swallow the page. */
function asHtml(xhtml: string): string {
  return withoutSections(
    xhtml.replace(/<([a-z][\w:.-]*)(\s[^<>]*)?\/>/gi, (tag: string, name: string, attributes: string = '') =>
      VOID.test(name) ? tag : `<${name}${attributes}></${name}>`,
    ),
  );
}

const OPEN = '<![CDATA[';
const CLOSE = ']]>';

/** Converts CDATA sections to text. An unterminated one is not a section. */
function withoutSections(xhtml: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = xhtml.indexOf(OPEN, at);
    const end = start < 0 ? -1 : xhtml.indexOf(CLOSE, start + OPEN.length);
    if (end < 0) return parts.join('') + xhtml.slice(at);
    const text = xhtml.slice(start + OPEN.length, end);
    parts.push(xhtml.slice(at, start), text.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
    at = end + CLOSE.length;
  }
}
