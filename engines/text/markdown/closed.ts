/** Markdown that ends what it begins, so that another text can follow it. */
import type { Token } from 'markdown-it';
import { DIALECT } from './dialect.ts';
import { fenceReader } from './fences.ts';
import { linesOf, withLineFeeds } from './lines.ts';

/** In longer texts only fences are seen: the parser takes many times the size of a text. */
const MAX_PARSED = 2 * 1024 * 1024;
/** What may begin a block that goes on over blank lines. */
const OPENING = /^ {0,3}(?:`{3}|~{3}|<[!?a-z])/im;
/** A heading ends all blocks but those. */
const NEXT = '\n\n# next\n';

/** The text, with an end for fenced code or HTML that would make all the text behind it a part of itself. */
export function closed(markdown: string): string {
  if (!OPENING.test(markdown)) return markdown;
  const end = markdown.length > MAX_PARSED ? endOfFence(markdown) : endOfLast(blockTokens(markdown + NEXT).at(-1));
  return end === null ? markdown : `${markdown.trimEnd()}\n${end}`;
}

function blockTokens(markdown: string): Token[] {
  const tokens: Token[] = [];
  DIALECT.block.parse(withLineFeeds(markdown), DIALECT, {}, tokens);
  return tokens;
}

function endOfLast(last: Token | undefined): string | null {
  if (last?.type === 'fence') return last.markup;
  return last?.type === 'html_block' ? endOfHtml(last.content.trimStart()) : null;
}

function endOfHtml(html: string): string {
  if (html.startsWith('<!--')) return '-->';
  if (html.startsWith('<?')) return '?>';
  if (html.startsWith('<![')) return ']]>';
  const name = /^<([a-z]+)/i.exec(html)?.[1];
  return name === undefined ? '>' : `</${name}>`;
}

function endOfFence(markdown: string): string | null {
  const readFence = fenceReader('outermost');
  let open: string | null = null;
  for (const { text } of linesOf(markdown)) {
    const part = readFence(text);
    if (part === 'opens') open = /`+|~+/.exec(text)?.[0] ?? null;
    else if (part !== 'inside') open = null;
  }
  return open;
}
