/** Writes blocks as Markdown, with the span of each page in it. */

import { assertOutput } from '../../documents/output-limit.ts';
import type { BlockPlace, PageSpan } from '../../documents/types.ts';
import type { Block, CodeLine, LinkedText } from '../layout/blocks.ts';
import { inlineLines } from '../../documents/markdown/inline.ts';
import type { Inline } from '../../documents/markdown/model.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { commentBlocks, plainParagraphs } from '../../documents/markdown/remarks.ts';
import type { TableForm } from '../../documents/markdown/tables.ts';
import { least } from '../page/geometry.ts';
import { withLinks } from './inline-links.ts';
import type { PlacedBlock } from './join-pages.ts';
import { tableMarkdown } from './tables-markdown.ts';

export interface PagedMarkdown {
  readonly markdown: string;
  /** One span per given page; it is empty for a page on which no block starts. */
  readonly pages: readonly PageSpan[];
  /** One per block that has text, in the same order. */
  readonly places: readonly BlockPlace[];
}

/** `pages` are the numbers of the document's pages, ascending. */
export function renderMarkdown(
  blocks: readonly PlacedBlock[],
  pages: readonly number[],
  form: TableForm,
): PagedMarkdown {
  const byPage = Map.groupBy(blocks, (placed) => placed.page);
  const parts: string[] = [];
  const places: BlockPlace[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const spans = pages.map((page) => {
    let start = length;
    let above: Block | null = null;
    for (const { block, boxes, confidence } of byPage.get(page) ?? []) {
      const text = renderBlock(block, form);
      if (text === '') continue;
      if (length > 0) add(above?.kind === 'item' && block.kind === 'item' ? '\n' : '\n\n');
      if (above === null) start = length;
      places.push({ start: length, end: length + text.length, boxes, confidence });
      add(text);
      above = block;
    }
    assertOutput(length);
    return { page, start, end: length };
  });
  return { markdown: length === 0 ? '' : `${parts.join('')}\n`, pages: spans, places };
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
    case 'remark':
      return writeBlocks(commentBlocks(block, plainParagraphs(block.text.split(/\r\n?|\n/))));
    case 'picture':
      return inlineLines([pictureOf(block)]).join(' ');
  }
}

const pictureOf = ({ name, description }: { readonly name: string | null; readonly description: string }): Inline => ({
  kind: 'image',
  alt: description,
  src: name === null ? '' : `images/${name}`,
  href: null,
});

const inlineText = ({ text, links }: LinkedText): string => inlineLines(withLinks(text, links)).join(' ');

/**
 * Escapes a start that would be read as a heading, a quotation, a list or a rule. Numbers stay, because they are list
 * numbers.
 */
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
