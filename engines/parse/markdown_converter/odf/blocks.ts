/** Reads the block content of texts, cells, text boxes and notes. */
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { childrenOf, type XmlElement } from '../../documents/xml.ts';
import type { OdfContext } from './context.ts';
import { readInline } from './inline.ts';
import type { OpenList } from './lists.ts';
import { isShape, readShape } from './shapes.ts';
import { propertyOf, wholeNumber, type Style } from './styles.ts';
import { readTable } from './tables.ts';
import { append } from '../../documents/append.ts';

export function readBlocks(parent: XmlElement | undefined, context: OdfContext): Block[] {
  return nestLists(childrenOf(parent).flatMap((child) => readFlat(child, context, null)));
}

/** Elements that are never text: index templates, forms, deleted content, declarations. */
const SKIPPED =
  /^(text:[a-z-]+-(source|decls)|text:tracked-changes|office:forms|presentation:notes|svg:.*|office:annotation)$/;

function readFlat(element: XmlElement, context: OdfContext, list: OpenList | null): FlatBlock[] {
  switch (element.name) {
    case 'text:p':
    case 'text:h':
      return readParagraph(element, context, null);
    case 'text:list':
      return readList(element, context, list);
    case 'table:table':
      return readTable(element, context);
    default: {
      if (SKIPPED.test(element.name)) return [];
      if (!isShape(element)) return childrenOf(element).flatMap((child) => readFlat(child, context, list));
      const { line, anchored } = readShape(element, null, context);
      return isVisible(line) ? [{ kind: 'paragraph', content: line }, ...anchored] : anchored;
    }
  }
}

function readList(element: XmlElement, context: OdfContext, around: OpenList | null): FlatBlock[] {
  const { attributes } = element;
  const style = attributes['text:style-name'] || around?.style || null;
  const list: OpenList =
    around === null
      ? context.counters.open(style, {
          own: attributes['xml:id'] ?? null,
          continued: attributes['text:continue-list'] ?? null,
          continues: attributes['text:continue-numbering'] === 'true',
        })
      : { style, level: Math.min(10, around.level + 1), id: around.id };
  return childrenOf(element).flatMap((item) => {
    if (item.name === 'text:list-header') return childrenOf(item).flatMap((child) => readFlat(child, context, list));
    return item.name === 'text:list-item' ? readItem(item, list, context) : [];
  });
}

/**
 * The first paragraph of an item has its marker; the rest belongs to the item, and nested lists are items of the next
 * level.
 */
function readItem(item: XmlElement, list: OpenList, context: OdfContext): FlatBlock[] {
  const start = item.attributes['text:start-value'];
  let mark: ItemMark | null = { list, startsAt: start === undefined ? null : wholeNumber(start, 1_000_000, 1) };
  const flat: FlatBlock[] = [];
  /** Content of the last item. */
  let more: Block[] = [];
  for (const child of childrenOf(item)) {
    const isParagraph = child.name === 'text:p' || child.name === 'text:h';
    const read = isParagraph ? readParagraph(child, context, mark) : readFlat(child, context, list);
    const last = flat.at(-1);
    if (isParagraph && read.length > 0) mark = null;
    if (last?.kind === 'item' && !read.some(({ kind }) => kind === 'item' || kind === 'heading')) {
      for (const block of read) if (block.kind !== 'item') more.push(block);
      continue;
    }
    append(flat, read);
    const open = flat.at(-1);
    if (open?.kind !== 'item') continue;
    more = [...(open.more ?? [])];
    flat[flat.length - 1] = { ...open, more };
  }
  return flat;
}

interface ItemMark {
  readonly list: OpenList;
  readonly startsAt: number | null;
}

const TITLE = /^(title|titel|titre|t\u00edtulo|titolo)$/i;
const SUBTITLE = /^(subtitle|untertitel|sous-titre|subt\u00edtulo|sottotitolo)$/i;
const CODE = /preformatted|source ?(code|text)|\bcode\b/i;
const QUOTE = /^(quotations?|block ?quotation)$/i;

export const isTitle = (chain: readonly Style[]): boolean => chain.some(({ name }) => TITLE.test(name));

/** The paragraph, unless empty, and the objects anchored in it. */
function readParagraph(paragraph: XmlElement, context: OdfContext, mark: ItemMark | null): FlatBlock[] {
  const chain = context.styles.chain('paragraph', paragraph.attributes['text:style-name']);
  const { line, anchored } = readInline(paragraph, chain, context);
  if (!isVisible(line)) return anchored;
  const heading = readHeading(paragraph, chain, line, context);
  if (heading !== null) return [heading, ...anchored];
  const isMarked =
    mark !== null && propertyOf(chain, 'style:paragraph-properties', 'text:enable-numbering') !== 'false';
  const label = isMarked ? context.counters.next(mark.list, mark.startsAt) : null;
  if (isMarked && label !== null) return [listItem(line, label, mark.list), ...anchored];
  return [plainParagraph(line, chain), ...anchored];
}

export function isVisible(line: readonly Inline[]): boolean {
  return line.some((inline) => (inline.kind === 'text' ? inline.text.trim() !== '' : inline.kind !== 'break'));
}

function readHeading(
  paragraph: XmlElement,
  chain: readonly Style[],
  line: readonly Inline[],
  { counters, headingShift }: OdfContext,
): Block | null {
  if (isTitle(chain)) return { kind: 'heading', level: 1, content: line };
  if (chain.some(({ name }) => SUBTITLE.test(name))) return { kind: 'heading', level: 2, content: line };
  const named = chain.map(({ name }) => /^heading (\d)/i.exec(name)?.[1]).find((digit) => digit !== undefined);
  const outline = paragraph.name === 'text:h' ? (paragraph.attributes['text:outline-level'] ?? '1') : named;
  if (outline === undefined) return null;
  const level = Math.max(1, wholeNumber(outline, 10, 1));
  const isNumbered = paragraph.name === 'text:h' && paragraph.attributes['text:is-list-header'] !== 'true';
  const start = paragraph.attributes['text:start-value'];
  const label = isNumbered
    ? counters.nextHeading(level, start === undefined ? null : wholeNumber(start, 1_000_000, 1)).replace(/\.$/, '')
    : '';
  const content = label === '' ? line : [text(`${label} `), ...line];
  return { kind: 'heading', level: Math.min(6, level + headingShift), content };
}

/** `1.` and `1)` are Markdown markers; other labels become the text of a bullet. */
function listItem(line: readonly Inline[], label: string, { id, level }: OpenList): FlatBlock {
  const plain = /^(\d{1,9})[.)]?$/.exec(label);
  const number = plain === null ? null : Number(plain[1]);
  const content = number === null && label !== '' ? [text(`${label} `), ...line] : line;
  return { kind: 'item', list: id, level: level - 1, number, content };
}

function plainParagraph(line: readonly Inline[], chain: readonly Style[]): Block {
  const shown = line.filter((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [only] = shown;
  if (only?.kind === 'math' && shown.length === 1) return { kind: 'equation', latex: only.latex };
  const isCodeStyle = chain.some(({ name }) => CODE.test(name));
  const isCode = shown.every(
    (inline) =>
      inline.kind === 'break' ||
      (inline.kind === 'text' && inline.format.href === null && (isCodeStyle || inline.format.code)),
  );
  if (isCode) {
    const code = line.map((inline) => (inline.kind === 'text' ? inline.text : '\n')).join('');
    return { kind: 'code', text: code.trimEnd(), language: null };
  }
  const paragraph: Block = { kind: 'paragraph', content: line };
  return chain.some(({ name }) => QUOTE.test(name)) ? { kind: 'quote', blocks: [paragraph] } : paragraph;
}
