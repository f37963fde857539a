/** Reads Markdown as blocks, and renders it as HTML: piece by piece, so that memory does not grow with the document. */
import type { Token } from 'markdown-it';
import { linksOfHtml, linksOfTokens } from './block-links.ts';
import { DIALECT, plainText } from '../../text/markdown/dialect.ts';
import { placesOfLines, withLineFeeds } from '../../text/markdown/lines.ts';
import { trimmed } from '../../text/sentences.ts';
import { htmlText } from './html-text.ts';
import type { BlockCell, BlockLink, BlockTable, MarkdownBlock } from './model.ts';
import { segmentsOf } from './segments.ts';
import type { Segment } from './segments.ts';
import { readHtmlTable, readPipeTable } from './tables.ts';
import type { LinkedTable } from './tables.ts';

/** One piece of a document. A table that stands by itself is its only block; other text has tokens. */
export type Piece =
  | {
      readonly kind: 'pipe_table' | 'html_table';
      readonly markdown: string;
      readonly blocks: readonly MarkdownBlock[];
    }
  | { readonly kind: 'text'; readonly tokens: readonly Token[]; readonly blocks: readonly MarkdownBlock[] };

export function* piecesOf(markdown: string): Generator<Piece> {
  for (const segment of segmentsOf(markdown)) {
    const text = markdown.slice(segment.start, segment.end);
    const read = tableOf(segment, text);
    if (segment.kind !== 'text' && read !== null) {
      yield { kind: segment.kind, markdown: text, blocks: [tableBlock(read, segment)] };
      continue;
    }
    // The parser knows only line feeds.
    const source = withLineFeeds(text);
    const tokens = DIALECT.parse(source, {});
    yield { kind: 'text', tokens, blocks: [...blocksOfTokens(tokens, source, segment.start)] };
  }
}

function tableOf({ kind }: Segment, text: string): LinkedTable | null {
  if (kind === 'text') return null;
  return kind === 'pipe_table' ? readPipeTable(text) : readHtmlTable(text);
}

const NOTHING = { depth: 0, level: null, marker: null, language: null, table: null, image: null, links: [] } as const;

const tableBlock = ({ table, links }: LinkedTable, { start, end }: MarkdownBlock['span']) => ({
  ...NOTHING,
  type: 'table' as const,
  text: tableText(table),
  table,
  links,
  span: { start, end },
});

/** Rows as lines, with tabs between the cells. */
function tableText({ rows, cells }: BlockTable): string {
  const lines: string[][] = Array.from({ length: rows }, () => []);
  for (const { row, text } of cells) lines[row]?.push(text.replace(/\s+/g, ' '));
  return lines.map((line) => line.join('\t')).join('\n');
}

/** What a block is in. */
interface Container {
  readonly kind: 'item' | 'quote' | 'footnote';
  readonly marker: string | null;
  /** Whether it has a block yet. */
  isBegun: boolean;
}

function* blocksOfTokens(tokens: readonly Token[], text: string, offset: number): Generator<MarkdownBlock> {
  const spanOf = spansOf(text, offset);
  const containers: Container[] = [];
  for (const [index, token] of tokens.entries()) {
    const { type, map } = token;
    const depth = depthOf(containers);
    if (type === 'list_item_open')
      containers.push({ kind: 'item', marker: `${token.info}${token.markup}`, isBegun: false });
    else if (type === 'blockquote_open') containers.push({ kind: 'quote', marker: null, isBegun: false });
    else if (type === 'footnote_open') containers.push({ kind: 'footnote', marker: token.info, isBegun: false });
    else if (/^(list_item|blockquote|footnote)_close$/.test(type)) containers.pop();
    if (map === null) continue;
    const span = spanOf(map);
    if (type === 'heading_open') {
      const inline = tokens[index + 1]?.children ?? [];
      const heading = { text: plainText(inline), level: Number(token.tag.slice(1)), links: linksOfTokens(inline) };
      yield { ...NOTHING, depth, type: 'heading', ...heading, span };
    } else if (type === 'paragraph_open') {
      yield* paragraph(tokens[index + 1]?.children ?? [], containers, span);
    } else if (type === 'fence' || type === 'code_block') {
      const [language = ''] = token.info.trim().split(/\s/, 1);
      const content = token.content.replace(/\n$/, '');
      yield { ...NOTHING, depth, type: 'code', text: content, language: language === '' ? null : language, span };
    } else if (type === 'html_block') {
      const content = htmlText(token.content);
      const links = linksOfHtml(token.content);
      if (content !== '') yield { ...NOTHING, depth, type: 'paragraph', text: content, links, span };
    } else if (type === 'table_open') {
      yield { ...tableBlock(tableOfTokens(tokens, index), span), depth };
    }
  }
}

const FORMULA = /^\$\$([\s\S]+)\$\$$/;

/** A paragraph, and a picture for each image in it. Without other text, the first picture has the links. */
function* paragraph(
  inline: readonly Token[],
  containers: readonly Container[],
  span: MarkdownBlock['span'],
): Generator<MarkdownBlock> {
  const inner = containers.at(-1);
  const depth = depthOf(containers);
  const images = inline.filter(({ type }) => type === 'image');
  const others = inline.filter(({ type }) => !/^(image|link_open|link_close|softbreak|hardbreak)$/.test(type));
  const isPicture = images.length > 0 && others.every(({ content }) => content.trim() === '');
  const text = plainText(inline).trim();
  const links = linksOfTokens(inline);
  if (!isPicture && text !== '') {
    const base = { ...NOTHING, depth, text, links, span };
    const formula = FORMULA.exec(text)?.[1]?.trim();
    const isFirst = inner?.isBegun === false;
    if (inner !== undefined) inner.isBegun = true;
    if (formula !== undefined) yield { ...base, type: 'formula', text: formula };
    else if (inner?.kind === 'item' && isFirst) {
      yield { ...base, type: 'list_item', level: depth, marker: inner.marker };
    } else if (inner?.kind === 'quote') yield { ...base, type: 'quote' };
    else if (inner?.kind === 'footnote') yield { ...base, type: 'footnote', marker: inner.marker };
    else yield { ...base, type: 'paragraph' };
  }
  for (const image of images) {
    const source = String(image.attrGet('src'));
    const name = /^images\/([^/]+)$/.exec(source)?.[1] ?? null;
    if (isPicture || name !== null)
      yield {
        ...NOTHING,
        depth,
        type: 'picture',
        text: image.content,
        image: name,
        links: isPicture && image === images[0] ? links : [],
        span,
      };
  }
}

const depthOf = (containers: readonly Container[]): number => containers.filter(({ kind }) => kind === 'item').length;

/** The span of lines, without the markers before them and the white space after them. */
function spansOf(text: string, offset: number): (lines: readonly [number, number]) => MarkdownBlock['span'] {
  const placeOf = placesOfLines(text);
  return (lines) => {
    const place = placeOf(lines);
    const [start, end] = trimmed(text, place.start, place.end) ?? [place.start, place.start];
    return { start: offset + start, end: offset + end };
  };
}

/**
 * A table inside a list or a quotation. Empty cells at the end of a row are left out: the parser adds them to short
 * rows.
 */
function tableOfTokens(tokens: readonly Token[], from: number): LinkedTable {
  const cells: BlockCell[] = [];
  const links: BlockLink[] = [];
  let [row, column, columns] = [-1, 0, 0];
  for (let index = from + 1; index < tokens.length && tokens[index]?.type !== 'table_close'; index++) {
    const token = tokens[index];
    if (token?.type === 'tr_open') [row, column] = [row + 1, 0];
    if (token?.type === 'tr_close') while (cells.at(-1)?.row === row && cells.at(-1)?.text === '') cells.pop();
    if (token?.type !== 'th_open' && token?.type !== 'td_open') continue;
    const inline = tokens[index + 1]?.children ?? [];
    const text = plainText(inline);
    links.push(...linksOfTokens(inline));
    cells.push({ row, column, row_span: 1, column_span: 1, is_header: token.type === 'th_open', text });
    columns = Math.max(columns, ++column);
  }
  return { table: { rows: row + 1, columns, cells }, links };
}
