/** Converts the paragraphs of a text range to blocks. */
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import { advance } from '../shared/word/list-counters.ts';
import { heading, isVisible, listItem, plainParagraph } from '../shared/word/paragraph.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { DocContext, Paragraph, Range } from './context.ts';
import { runAt } from './formatted-pages.ts';
import { readInline } from './inline.ts';
import { paragraphProperties, type ParagraphProperties } from './paragraph-properties.ts';
import type { DocStyles } from './styles.ts';
import { readTable } from './tables.ts';
import { offsetOf } from './text.ts';
import { append } from '../../documents/append.ts';

/** Paragraph, cell or row, page or section. */
// oxlint-disable-next-line no-control-regex
const MARKS = /[\r\u0007\f]/g;

export function readBlocks(range: Range, context: DocContext): Block[] {
  return context.blocksOf(readParagraphs(range, context), 0, context);
}

export function blocksOf(paragraphs: readonly Paragraph[], depth: number, context: DocContext): Block[] {
  const blocks: FlatBlock[] = [];
  for (let at = 0; at < paragraphs.length;) {
    let end = at;
    while ((paragraphs[end]?.properties.tableDepth ?? 0) > depth) end++;
    if (end > at) append(blocks, readTable(paragraphs.slice(at, end), depth + 1, context));
    const paragraph = paragraphs[end];
    if (paragraph !== undefined) append(blocks, readParagraph(paragraph, context));
    at = end + 1;
  }
  return nestLists(blocks);
}

function readParagraphs({ start, end }: Range, context: DocContext): Paragraph[] {
  const { text, paragraphRuns, styles, file } = context;
  const characters = text.characters.slice(0, end);
  const known = new Map<number, ParagraphProperties>();
  const paragraphs: Paragraph[] = [];
  for (let from = start; from < characters.length;) {
    MARKS.lastIndex = from;
    const at = MARKS.exec(characters)?.index ?? characters.length;
    const run = runAt(paragraphRuns, offsetOf(text, at));
    const direct = paragraphRuns[run]?.properties ?? Buffer.alloc(0);
    const properties = known.get(run) ?? paragraphProperties(direct, styles, file);
    known.set(run, properties);
    paragraphs.push({ start: from, end: at, mark: characters.charAt(at), properties });
    from = at + 1;
  }
  return paragraphs;
}

function readParagraph(paragraph: Paragraph, context: DocContext): FlatBlock[] {
  const { properties } = paragraph;
  const level = headingLevel(properties, context.styles, context.headingShift);
  context.fields.enterParagraph(level - context.headingShift);
  const list = context.lists.get(properties.list);
  const number =
    list === undefined
      ? null
      : {
          list: list.id,
          level: properties.level,
          label: advance(list, properties.level, countsOf(list.definition, context)),
        };
  const { line, anchored } = readInline(paragraph, properties.style, context);
  if (!isVisible(line)) return anchored;
  if (level > 0) return [heading(line, level, number), ...anchored];
  if (number !== null) return [listItem(line, number), ...anchored];
  return [...plainParagraph(line, context.styles.chain(properties.style)[0]?.name ?? ''), ...anchored];
}

function countsOf(definition: string, { counters }: DocContext): Map<number, number> {
  const counts = counters.get(definition) ?? new Map<number, number>();
  counters.set(definition, counts);
  return counts;
}

const TITLE = 62;
const BODY_TEXT = 9;
/** Built-in styles whose outline level is a level of a table of contents, not of a heading. */
const isListStyle = (builtIn: number): boolean => builtIn >= 19 && builtIn <= 27;

export function isTitle(style: number, styles: DocStyles): boolean {
  return styles.chain(style)[0]?.builtIn === TITLE;
}

/** Level 1 to 6 of a heading, 0 for other paragraphs: by its styles, then by its outline level. */
function headingLevel({ style, outline }: ParagraphProperties, styles: DocStyles, shift: number): number {
  for (const { builtIn } of styles.chain(style)) {
    if (builtIn === TITLE) return 1;
    if (builtIn >= 1 && builtIn <= 9) return Math.min(6, builtIn + shift);
    if (isListStyle(builtIn)) return 0;
  }
  return outline < BODY_TEXT ? Math.min(6, outline + 1 + shift) : 0;
}
