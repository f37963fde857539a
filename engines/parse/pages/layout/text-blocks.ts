/** Groups the text lines of a region into blocks, with the tables between them. */

import type { Vocabulary } from '../lines/hyphens.ts';
import { joinLines } from '../lines/line-text.ts';
import { segmentsOf, textLinesOf } from '../lines/text-lines.ts';
import type { TextLine } from '../lines/text-lines.ts';
import type { Rule } from '../page/drawings.ts';
import { heaviest, sum } from '../page/geometry.ts';
import type { PageStructure } from '../page/structure.ts';
import { isCode } from '../survey/document-style.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { borderlessTables } from '../tables/borderless-tables.ts';
import { contentsTables } from '../tables/contents-tables.ts';
import type { Panel, Table } from '../tables/table.ts';
import type { Region } from './columns/columns.ts';
import { marginsOf, startsBlock } from './paragraphs.ts';
import type { OpenBlock } from './paragraphs.ts';
import { splitRunIn } from './run-in-headings.ts';
import { readLine } from './read-lines.ts';

/** Lines of one paragraph, heading, list item or piece of code. */
export interface TextBlock {
  readonly kind: 'text';
  readonly lines: readonly TextLine[];
  /** Texts of the lines. */
  readonly texts: readonly string[];
  /** The lines joined. */
  readonly text: string;
  /** The same with the marks of its looks. */
  readonly shown: string;
  readonly bold: boolean;
  readonly code: boolean;
  readonly font: string | undefined;
  readonly fontSize: number;
  /** Starts with a bullet or a number. */
  readonly marked: boolean;
  /** Structure type, for example `H1`; `null` in untagged PDFs. */
  readonly role: string | null;
  /** Bold words that head the paragraph below, on its first line. */
  readonly runIn: boolean;
}

export interface PageContext {
  readonly rules: readonly Rule[];
  readonly structure: PageStructure | null;
  readonly style: DocumentStyle;
}

/** The blocks, from top to bottom. Lines that turn out to be a borderless table become a table. */
export function blocksOf(region: Region, page: PageContext): (TextBlock | Table | Panel)[] {
  const contents = contentsTables(region.lines);
  const inContents = new Set(contents.flatMap(({ lines }) => lines));
  const others = region.lines.filter((line) => !inContents.has(line));
  const found = [...contents, ...borderlessTables(others, page.rules, (line) => isCode(line, page.style))];
  const inTables = new Set(found.flatMap(({ lines }) => lines));
  const items: { y: number; item: TextLine | Table | Panel }[] = [
    ...found.map(({ table, lines }) => ({ y: lines[0]?.baseline ?? table.y0, item: table })),
    ...region.tables.map((item) => ({ y: item.y0, item })),
    ...region.lines
      .filter((line) => !inTables.has(line))
      .flatMap((line) => apartFromTitle(line, page.style))
      .map((item) => ({ y: item.baseline, item })),
  ];
  items.sort((a, b) => a.y - b.y);

  const margins = marginsOf(region.lines, page.style.bodySize);
  const blocks: (TextBlock | Table | Panel)[] = [];
  let open: OpenBlock | null = null;
  const close = (): void => {
    if (open !== null) blocks.push(...finished(open, page.style));
    open = null;
  };
  for (const { item } of items) {
    if ('kind' in item) {
      close();
      blocks.push(item);
      continue;
    }
    const line = readLine(item, page.structure, page.style);
    if (open === null || startsBlock(line, open, margins, page.style)) {
      close();
      open = { first: line, lines: [line] };
    } else {
      open.lines.push(line);
    }
  }
  close();
  return blocks;
}

/**
 * Gap in em between a title and what is beside it, how much larger the title is, and the maximum words of the other:
 * more are a column.
 */
const BESIDE_TITLE = { gap: 4, size: 1.15, words: 4 }; // redp5110_sampled: −.013 without a limit of words

/** A large title and, apart from it, smaller text on its line, such as a link. */
function apartFromTitle(line: TextLine, style: DocumentStyle): TextLine[] {
  if (line.words.every((word) => word.fontSize < style.bodySize * BESIDE_TITLE.size)) return [line];
  const parts = segmentsOf(line, BESIDE_TITLE.gap).flatMap(({ words }) => textLinesOf(words));
  const [title, ...others] = parts;
  if (sum(others, ({ words }) => words.length) > BESIDE_TITLE.words) return [line];
  const isTitle = title !== undefined && others.every((other) => other.fontSize * BESIDE_TITLE.size <= title.fontSize);
  return isTitle ? parts : [line];
}

/** The block, or the heading and the paragraph in it. */
function finished(open: OpenBlock, style: DocumentStyle): TextBlock[] {
  const parts = splitRunIn(open.lines, style);
  const { vocabulary } = style;
  if (parts === null) return [finish(open, vocabulary)];
  const [heading, rest] = parts;
  return [
    { ...finish({ first: heading, lines: [heading] }, vocabulary), runIn: true },
    finish({ first: rest, lines: [rest, ...open.lines.slice(1)] }, vocabulary),
  ];
}

function finish({ first, lines }: OpenBlock, vocabulary: Vocabulary): TextBlock {
  const texts = lines.map((line) => line.text);
  const text = joinLines(texts, vocabulary);
  return {
    kind: 'text',
    lines: lines.map(({ line }) => line),
    texts,
    text,
    shown: lines.every((line) => line.shown === line.text)
      ? text
      : joinLines(
          lines.map((line) => line.shown),
          vocabulary,
        ),
    bold: first.bold,
    code: first.code,
    font: heaviest(
      first.line.words,
      (word) => word.font,
      (word) => word.length,
    ),
    fontSize: first.line.fontSize,
    marked: first.marked,
    role: first.element?.type ?? null,
    runIn: false,
  };
}

/** One block per line, without any attempt at paragraphs or tables. */
export const plainBlocks = (lines: readonly TextLine[], page: PageContext): TextBlock[] =>
  lines.map((line) => {
    const first = readLine(line, page.structure, page.style);
    return finish({ first, lines: [first] }, page.style.vocabulary);
  });
