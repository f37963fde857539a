/** Markdown that ends what it begins, so that another text can follow it. */
import type { Token } from 'markdown-it';
import { DIALECT } from './dialect.ts';
import { fenceReader } from './fences.ts';
import { linesOf, withLineFeeds } from './lines.ts';

/** In longer texts only fences are seen: the parser takes many times the size of a text. */
const MAX_PARSED = 2 * 1024 * 1024;
/** What may begin a block that goes on over blank lines. */
const OPENING = /^[ \t]*(?:`{3}|~{3}|<[!?a-z])/im;
/** A heading ends all blocks but those. */
const NEXT = '\n\n# next\n';

/**
 * The text, with an end for fenced code or HTML that would make all the text behind it a part of itself, to a renderer
 * or to what reads Markdown line by line.
 */
export function closed(markdown: string): string {
  if (!OPENING.test(markdown)) return markdown;
  const text = markdown.trimEnd();
  const open = openFence(text);
  if (text.length > MAX_PARSED) return open === null ? markdown : `${text}\n${open}`;
  const end = openBlock(text);
  if (end !== null) return `${text}\n${end}`;
  // In an item or in HTML, fenced code has another end, behind which this one would begin code.
  return open === null || openBlock(`${text}\n${open}`) !== null ? markdown : `${text}\n${open}`;
}

/** The end of the last block, if it goes on over what follows; `null` otherwise. */
function openBlock(markdown: string): string | null {
  const tokens: Token[] = [];
  DIALECT.block.parse(withLineFeeds(markdown + NEXT), DIALECT, {}, tokens);
  const last = tokens.at(-1);
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

/** The marks of a fence that no line ends, indented like it; `null` otherwise. */
function openFence(markdown: string): string | null {
  const readFence = fenceReader('anywhere');
  let open: string | null = null;
  for (const { text } of linesOf(markdown)) {
    const part = readFence(text);
    if (part === 'opens') open = /^\s*(?:`+|~+)/.exec(text)?.[0] ?? null;
    else if (part !== 'inside') open = null;
  }
  return open;
}
