/** Writes blocks as Markdown, with the span of each page in it. */

import { assertOutput } from '../../output-limit.ts';
import type { PageSpan } from '../../types.ts';
import type { Block, CodeLine, LinkedText } from '../layout/blocks.ts';
import { inlineLines } from '../markdown/inline.ts';
import type { TableForm } from '../markdown/tables.ts';
import { least } from '../page/geometry.ts';
import { withLinks } from './inline-links.ts';
import type { PlacedBlock } from './join-pages.ts';
import { tableMarkdown } from './tables-markdown.ts';

export interface PagedMarkdown {
  readonly markdown: string;
  /** One span per given page; it is empty for a page on which no block starts. */
  readonly pages: readonly PageSpan[];
}

/** `pages` are the numbers of the document's pages, ascending. */
export function renderMarkdown(
  blocks: readonly PlacedBlock[],
  pages: readonly number[],
  form: TableForm,
): PagedMarkdown {
  const byPage = Map.groupBy(blocks, (placed) => placed.page);
  const parts: string[] = [];
  let length = 0;
  const spans = pages.map((page) => {
    const body = renderBlocks(
      (byPage.get(page) ?? []).map(({ block }) => block),
      form,
    );
    const gap = body !== '' && length > 0 ? '\n\n' : '';
    parts.push(gap, body);
    const start = length + gap.length;
    length = start + body.length;
    assertOutput(length);
    return { page, start, end: length };
  });
  return { markdown: length === 0 ? '' : `${parts.join('')}\n`, pages: spans };
}

/** Consecutive items form one list. */
function renderBlocks(blocks: readonly Block[], form: TableForm): string {
  return blocks
    .map((block, index) => {
      const next = blocks[index + 1];
      if (next === undefined) return renderBlock(block, form);
      return renderBlock(block, form) + (block.kind === 'item' && next.kind === 'item' ? '\n' : '\n\n');
    })
    .join('');
}

function renderBlock(block: Block, form: TableForm): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(Number(block.level))} ${escapeHeading(inlineText(block).replace(/\s+/g, ' '))}`;
    case 'paragraph':
      return escapeParagraph(inlineText(block));
    case 'item':
      return `- ${inlineText(block)}`;
    case 'code':
      return renderCode(block.lines);
    case 'table':
      return tableMarkdown(block.table, form);
    case 'picture':
      return `![](images/${block.name})`;
  }
}

const inlineText = ({ text, links }: LinkedText): string => inlineLines(withLinks(text, links)).join(' ');

/** Escapes a start that would be read as a heading, a quotation, a list or a rule. Numbers stay, because they are list numbers. */
const escapeParagraph = (markdown: string): string =>
  markdown.replace(/^(?=#{1,6}(?:\s|$)|>|[*+-](?:\s|$)|([-=])\1{2,}$|\|)/, '\\');

/** Escapes a final run of number signs, which would be read as the closing sequence. */
const escapeHeading = (markdown: string): string => markdown.replace(/(?<=\s)#+$/, '\\$&');

/** Advance of a monospaced letter in em. */
const MONO_ADVANCE = 0.6; // syn_report: other text at .48, other text at .75

function renderCode(lines: readonly CodeLine[]): string {
  const margin = least(lines.map((line) => line.x0));
  const texts = lines.map(({ text, x0, fontSize }) => {
    return ' '.repeat(Math.round((x0 - margin) / (fontSize * MONO_ADVANCE))) + text;
  });
  const longestFence = Math.max(2, ...texts.flatMap((text) => text.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = '`'.repeat(longestFence + 1);
  return [fence, ...texts, fence].join('\n');
}
