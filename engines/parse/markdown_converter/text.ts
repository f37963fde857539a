/** Converts Markdown and plain text, which stay unchanged except for UTF-8 and line feeds. */
import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../documents/document.ts';
import type { ParsedDocument } from '../documents/types.ts';
import type { TextInput } from '../documents/charset/decode.ts';
import { fenceReader } from '../../text/markdown/fences.ts';
import { withoutClosing } from '../../text/markdown/headings.ts';

/** Throws `empty` for white space only. The first Markdown heading is the title. */
export function convertText(input: TextInput): ParsedDocument {
  const text = input.text.replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw new ServiceError('empty', 'The file contains no text.');
  return documentOf(text.endsWith('\n') ? text : `${text}\n`, {
    title: input.mediaType === 'text/markdown' ? firstHeading(text) : null,
  });
}

/** Text of the first heading outside front matter and code fences, without formatting. */
function firstHeading(markdown: string): string | null {
  const title = withoutClosing(headingLine(markdown.replace(/^---\n[\s\S]*?\n(---|\.\.\.)\n/, '')))
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`~]{1,3}(?=\S)|(?<=\S)[*`~]{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .trim();
  return title === '' ? null : title;
}

/** The first heading without its heading markers; empty when there is none. */
function headingLine(markdown: string): string {
  const readFence = fenceReader('outermost');
  let previous = '';
  for (const [line] of markdown.matchAll(/^.*$/gm)) {
    if (readFence(line) !== null) {
      previous = '';
      continue;
    }
    const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) return heading;
    if (/^\S/.test(previous) && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line)) return previous;
    previous = line;
  }
  return '';
}
