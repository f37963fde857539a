/** Markdown and plain text: passed on as they are, in UTF-8 with line feeds. */
import { ServiceError } from '../../../platform/errors.ts';
import { documentOf } from '../document.ts';
import type { ParsedDocument, ParseInput } from '../types.ts';
import { decodeText } from './charset.ts';

/** Throws `empty` for text of white space alone. The first heading of Markdown is the title. */
export function convertText(input: ParseInput): ParsedDocument {
  const text = decodeText(input.bytes, input.charset).replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw new ServiceError('empty', 'The file holds no text.');
  return documentOf(text.endsWith('\n') ? text : `${text}\n`, {
    title: input.mediaType === 'text/markdown' ? firstHeading(text) : null,
  });
}

/** Text of the first heading outside front matter and code fences, without marks. */
function firstHeading(markdown: string): string | null {
  const body = markdown
    .replace(/^---\n[\s\S]*?\n(---|\.\.\.)\n/, '')
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[`~]*\s*$|(?![\s\S]))/gm, '');
  const heading = /^ {0,3}#{1,6}[ \t]+(.+)$|^(\S.*)\n {0,3}(?:=+|-{2,})[ \t]*$/m.exec(body);
  const title = (heading?.[1] ?? heading?.[2] ?? '')
    .replace(/\s+#+\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]{1,3}(?=\S)|(?<=\S)[*`~]{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .trim();
  return title === '' ? null : title;
}
