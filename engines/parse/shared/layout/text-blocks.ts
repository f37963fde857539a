/** Rows of a region to blocks: lines that belong together, and the tables between them. */

import { joinLines, lineText } from '../lines/line-text.ts';
import { BULLET, CODE_ITEM, NUMBERED } from '../lines/patterns.ts';
import type { Row } from '../lines/text-lines.ts';
import type { Rule } from '../page/drawings.ts';
import { greatest, heaviest, least, median, sum } from '../page/geometry.ts';
import type { PageStructure, StructureElement } from '../page/structure.ts';
import type { Word } from '../page/word.ts';
import { isCode } from '../survey/document-style.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { borderlessTables } from '../tables/borderless-tables.ts';
import { contentsTables } from '../tables/contents-tables.ts';
import type { Panel, Table } from '../tables/table.ts';
import type { Region } from './columns.ts';

/** Lines of one paragraph, heading, list item or piece of code. */
export interface TextBlock {
  readonly kind: 'text';
  readonly rows: readonly Row[];
  /** Texts of the rows. */
  readonly lines: readonly string[];
  /** The lines joined. */
  readonly text: string;
  readonly bold: boolean;
  readonly code: boolean;
  readonly font: string | undefined;
  readonly fontSize: number;
  /** Starts with a bullet or a number. */
  readonly marked: boolean;
  /** Structure type, for example `H1`; `null` in untagged PDFs. */
  readonly role: string | null;
}

export interface PageContext {
  readonly rules: readonly Rule[];
  readonly structure: PageStructure | null;
  readonly style: DocumentStyle;
}

/** From top to bottom. Rows that turn out to be a borderless table come as one. */
export function blocksOf(region: Region, page: PageContext): (TextBlock | Table | Panel)[] {
  const contents = contentsTables(region.rows);
  const inContents = new Set(contents.flatMap(({ rows }) => rows));
  const others = region.rows.filter((row) => !inContents.has(row));
  const found = [...contents, ...borderlessTables(others, page.rules, (row) => isCode(row, page.style))];
  const inTables = new Set(found.flatMap(({ rows }) => rows));
  const items: { y: number; item: Row | Table | Panel }[] = [
    ...found.map(({ table, rows }) => ({ y: rows[0]?.baseline ?? table.y0, item: table })),
    ...region.tables.map((item) => ({ y: item.y0, item })),
    ...region.rows.filter((row) => !inTables.has(row)).map((item) => ({ y: item.baseline, item })),
  ];
  items.sort((a, b) => a.y - b.y);

  const margins = marginsOf(region.rows, page.style.bodySize);
  const blocks: (TextBlock | Table | Panel)[] = [];
  let open: OpenBlock | null = null;
  const close = (): void => {
    if (open !== null) blocks.push(finish(open));
    open = null;
  };
  for (const { item } of items) {
    if ('kind' in item) {
      close();
      blocks.push(item);
      continue;
    }
    const line = readLine(item, page);
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

/** What is normal in a region. */
interface Margins {
  readonly x0: number;
  readonly x1: number;
  /** Distance of baselines. */
  readonly leading: number;
}

function marginsOf(rows: readonly Row[], bodySize: number): Margins {
  const pitches = rows.flatMap((row, index) => {
    const above = rows[index - 1];
    const pitch = above === undefined ? 0 : row.baseline - above.baseline;
    return pitch > 0 && pitch < 3 * row.fontSize ? [pitch] : [];
  });
  return {
    x0: least(rows.map((row) => row.x0)),
    x1: greatest(rows.map((row) => row.x1)),
    leading: median(pitches) || bodySize * 1.2,
  };
}

interface TextLine {
  readonly row: Row;
  readonly text: string;
  readonly bold: boolean;
  readonly code: boolean;
  readonly marked: boolean;
  readonly element: StructureElement | null;
}

interface OpenBlock {
  readonly first: TextLine;
  readonly lines: TextLine[];
}

function readLine(row: Row, { structure, style }: PageContext): TextLine {
  const text = lineText(withBullet(row.words, style));
  return {
    row,
    text,
    bold: sum(row.words, (word) => word.boldLength) > 0.75 * row.length,
    code: isCode(row, style) && !CODE_ITEM.test(text),
    marked: BULLET.test(`${text} `) || NUMBERED.test(text),
    element: structure === null ? null : blockElement(row.words, structure),
  };
}

const SYMBOL_FONT = /dingbat|symbol|wingd|webd/i;

/** Symbol fonts put their bullets on letters: a lone sign in a font of its own before a text is one. */
function withBullet(words: readonly Word[], style: DocumentStyle): readonly Word[] {
  const [first, second] = words;
  if (first === undefined || second === undefined || first.length !== 1) return words;
  if (second.x0 - first.x1 <= 0.15 * first.fontSize) return words;
  const isOrnament =
    words.slice(1).every((word) => word.font !== first.font) &&
    style.rareFonts.has(first.font) &&
    /[a-z\ufffd]/.test(first.text);
  if (!isOrnament && !SYMBOL_FONT.test(first.font)) return words;
  return [{ ...first, text: '•' }, ...words.slice(1)];
}

const BLOCK_ROLE = /^(H[1-6]|H|P|LI|TD|TH|Caption|Code|Figure|Formula|Note|TOCI|BlockQuote)$/;

/** The block that tagged words belong to; a list item wins over the paragraph in it. */
function blockElement(words: readonly Word[], structure: PageStructure): StructureElement | null {
  for (const word of words) {
    const innermost = structure.byMcid.get(word.mcid) ?? null;
    const block = ancestor(innermost, (element) => BLOCK_ROLE.test(element.type));
    if (block !== null && isHeadingRole(block.type)) return block;
    const item = ancestor(innermost, (element) => element.type === 'LI');
    if (item !== null || block !== null) return item ?? block;
  }
  return null;
}

function ancestor(
  from: StructureElement | null,
  matches: (element: StructureElement) => boolean,
): StructureElement | null {
  let element = from;
  while (element !== null && !matches(element)) element = element.parent;
  return element;
}

const isHeadingRole = (role: string): boolean => role.startsWith('H');

/** Pitch that parts paragraphs, against the leading and in em; large leading counts up to a limit only. */
const PARAGRAPH_PITCH = 1.25;
const PARAGRAPH_PITCH_EM = 1.3;
const MAX_LEADING = 1.9;
const SIZE_CHANGE = 0.06;
/** Em by which a first line is indented. */
const INDENT = 0.9;
/** A line shorter by this share of the width, and ended by a full stop, is the last one. */
const SHORT_LINE = 0.25;
/** Larger text breaks its lines where the sense does: it need not fill them. */
const DISPLAY_SIZE = 1.15;

function startsBlock(line: TextLine, open: OpenBlock, margins: Margins, style: DocumentStyle): boolean {
  const last = open.lines.at(-1) ?? open.first;
  const { row } = line;
  const size = row.fontSize;
  const pitch = row.baseline - last.row.baseline;
  const largest = Math.max(PARAGRAPH_PITCH * Math.min(margins.leading, MAX_LEADING * size), PARAGRAPH_PITCH_EM * size);
  if (pitch > largest) return true;
  if (Math.abs(last.row.fontSize - size) > SIZE_CHANGE * Math.max(size, last.row.fontSize)) return true;
  if (line.bold !== open.first.bold || line.code !== open.first.code) return true;
  if (startsElement(line.element, open.first.element)) return true;
  if (line.code) return false;
  if (line.marked) return true;
  const isEnded = /[.!?:]$/.test(last.text);
  if (!open.first.marked && isEnded) {
    if (row.x0 > last.row.x0 + INDENT * size && last.row.x0 < margins.x0 + size) return true;
    if (last.row.x1 < margins.x1 - SHORT_LINE * (margins.x1 - margins.x0)) return true;
  }
  return wouldHaveFitted(line, last, margins) && size < style.bodySize * DISPLAY_SIZE;
}

function startsElement(element: StructureElement | null, previous: StructureElement | null): boolean {
  if (element === null || previous === null || element === previous) return false;
  if (element.type === 'LI' || previous.type === 'LI' || isHeadingRole(element.type)) return true;
  return element.type !== previous.type && isHeadingRole(previous.type);
}

/** The first word would still have stood on the line before: that line was ended on purpose. */
function wouldHaveFitted({ row, text }: TextLine, last: TextLine, margins: Margins): boolean {
  const [word] = row.words;
  if (word === undefined || word.rightToLeft || /^\p{Ll}/u.test(text)) return false;
  return margins.x1 - last.row.x1 > word.x1 - word.x0 + 1.2 * row.fontSize;
}

function finish({ first, lines }: OpenBlock): TextBlock {
  const texts = lines.map((line) => line.text);
  return {
    kind: 'text',
    rows: lines.map((line) => line.row),
    lines: texts,
    text: joinLines(texts),
    bold: first.bold,
    code: first.code,
    font: heaviest(
      first.row.words,
      (word) => word.font,
      (word) => word.length,
    ),
    fontSize: first.row.fontSize,
    marked: first.marked,
    role: first.element?.type ?? null,
  };
}

/** One block a row, without any attempt at paragraphs or tables. */
export const plainBlocks = (rows: readonly Row[], page: PageContext): TextBlock[] =>
  rows.map((row) => {
    const line = readLine(row, page);
    return finish({ first: line, lines: [line] });
  });
