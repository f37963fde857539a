/** Blocks to Markdown, with the place of each page in it. */

import type { PageSpan } from '../../types.ts';
import type { Block, CodeLine } from './blocks.ts';
import { escapeHeading, escapeInline, escapeParagraph } from './escape.ts';
import { least } from './geometry.ts';
import { tableMarkdown } from './tables-markdown.ts';

export interface PagedMarkdown {
  readonly markdown: string;
  /** One span for each of the pages from 1 to `pageCount`; that of a page where no block starts is empty. */
  readonly pages: readonly PageSpan[];
}

export function renderMarkdown(blocks: readonly Block[], pageCount: number): PagedMarkdown {
  const byPage = Map.groupBy(blocks, (block) => block.page);
  const pages: PageSpan[] = [];
  let markdown = '';
  for (let page = 1; page <= pageCount; page++) {
    const body = (byPage.get(page) ?? []).map(renderBlock).join('\n\n');
    if (body !== '' && markdown !== '') markdown += '\n\n';
    const start = markdown.length;
    markdown += body;
    pages.push({ page, start, end: markdown.length });
  }
  return { markdown: markdown === '' ? '' : `${markdown}\n`, pages };
}

function renderBlock(block: Block): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${escapeHeading(block.text.replace(/\s+/g, ' '))}`;
  if (block.kind === 'paragraph') return escapeParagraph(block.text);
  if (block.kind === 'item') return `- ${escapeInline(block.text)}`;
  return block.kind === 'code' ? renderCode(block.lines) : tableMarkdown(block.table);
}

/** Advance of a monospaced letter in em. */
const MONO_ADVANCE = 0.6;

function renderCode(lines: readonly CodeLine[]): string {
  const margin = least(lines.map((line) => line.x0));
  const texts = lines.map(({ text, x0, fontSize }) => {
    return ' '.repeat(Math.round((x0 - margin) / (fontSize * MONO_ADVANCE))) + text;
  });
  const longestFence = Math.max(2, ...texts.flatMap((text) => text.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = '`'.repeat(longestFence + 1);
  return [fence, ...texts, fence].join('\n');
}
