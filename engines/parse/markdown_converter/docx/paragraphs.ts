/** Paragraphs: headings, list items, code, quotes, equations and plain ones. */
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { descend, type XmlElement } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import type { FlatBlock } from '../../documents/markdown/lists.ts';
import type { NumberedParagraph } from './numbering.ts';
import { withoutPageNumbers } from './page-numbers.ts';
import { readInline } from './runs.ts';
import type { ParagraphContent } from './runs.ts';
import { headingLevel } from './styles.ts';
import { valueOf } from './values.ts';

const CODE_STYLE = /(^|[\s_-])code\b|code ?block|preformatted|source ?code|verbatim|listing/i;
const QUOTE_STYLE = /^(intense )?quote$|^zitat$|^block ?text$/i;

/** The element before a paragraph if it has the paragraph's first letters, in the height of several lines. */
export function dropCapOf(paragraph: XmlElement | undefined, before: XmlElement | undefined): XmlElement | null {
  if (paragraph?.name !== 'w:p' || isDropCap(paragraph)) return null;
  return before !== undefined && isDropCap(before) ? before : null;
}

function isDropCap(element: XmlElement): boolean {
  const frame = element.name === 'w:p' ? descend(element, 'w:pPr', 'w:framePr') : undefined;
  return /^(drop|margin)$/.test(frame?.attributes['w:dropCap'] ?? '');
}

/** Whether the end of a paragraph is deleted or moved away, so that it continues in the next one. */
export const isMarkDeleted = (paragraph: XmlElement): boolean =>
  ['w:del', 'w:moveFrom'].some((change) => descend(paragraph, 'w:pPr', 'w:rPr', change) !== undefined);

/**
 * The paragraph, unless empty, and the objects anchored in it. It has several elements where marks between them are
 * deleted, and the properties of the last; `initial` is the paragraph of its drop cap.
 */
export function readParagraph(
  elements: readonly XmlElement[],
  context: DocxContext,
  initial: XmlElement | null,
): FlatBlock[] {
  const last = elements.at(-1);
  const properties = descend(last, 'w:pPr');
  const level = headingLevel(properties, context.styles, context.headingShift);
  context.fields.enterParagraph(level - context.headingShift);
  // Empty paragraphs count too, since Word displays their numbers.
  const number = last !== undefined && isMarkDeleted(last) ? null : context.numbering.count(properties);
  const { line: whole, anchored } = withDropCap(initial, elements, context);
  const line = context.fields.isInHeader ? withoutPageNumbers(whole) : whole;
  if (!isVisible(line)) return anchored;

  const style = context.styles.chain(valueOf(properties, 'w:pStyle'))[0]?.name ?? '';
  if (level > 0) return [heading(line, level, number), ...anchored];
  if (number !== null) return [listItem(line, number), ...anchored];
  return [...plainParagraph(line, style), ...anchored];
}

/** Its format is that of the letters that follow it. */
function withDropCap(
  initial: XmlElement | null,
  elements: readonly XmlElement[],
  context: DocxContext,
): ParagraphContent {
  const cap = initial === null ? null : readInline(initial, context);
  const content = elements.map((element) => readInline(element, context));
  const line = content.flatMap((part) => part.line);
  const next = line.find((inline) => inline.kind === 'text');
  const letters = (cap?.line ?? []).map((inline) =>
    inline.kind === 'text' && next ? { ...inline, format: next.format } : inline,
  );
  return {
    line: [...letters, ...line],
    anchored: [...(cap?.anchored ?? []), ...content.flatMap(({ anchored }) => anchored)],
  };
}

export function isVisible(line: readonly Inline[]): boolean {
  return line.some((inline) => (inline.kind === 'text' ? inline.text.trim() !== '' : inline.kind !== 'break'));
}

/** A heading's number is part of its text, without the final dot. */
export function heading(line: readonly Inline[], level: number, number: NumberedParagraph | null): Block {
  const label = number?.label.replace(/\.$/, '') ?? '';
  const content = line.map((inline) =>
    inline.kind === 'text' ? { ...inline, format: { ...inline.format, code: false } } : inline,
  );
  return { kind: 'heading', level, content: label === '' ? content : [text(`${label} `), ...content] };
}

/** `1.` and `1)` are Markdown markers; other labels become the text of a bullet, `1.1` with a dot like `1.`. */
export function listItem(line: readonly Inline[], { list, level, label }: NumberedParagraph): FlatBlock {
  const content = withCheckbox(withoutFont(line));
  const plain = /^(\d{1,9})[.)]?$/.exec(label);
  if (plain !== null) return { kind: 'item', list, level, number: Number(plain[1]), content };
  const shown = /^\d+(\.\d+)+$/.test(label) ? `${label}. ` : `${label} `;
  return { kind: 'item', list, level, number: null, content: label === '' ? content : [text(shown), ...content] };
}

/** A whole line in a fixed-width font with partial bold or italic is prose, not code. */
function withoutFont(line: readonly Inline[]): Inline[] {
  const formats = line.flatMap((inline) =>
    inline.kind === 'text' && inline.text.trim() !== '' ? [inline.format] : [],
  );
  const isMixed = formats.some(({ bold, italic }) => bold !== formats[0]?.bold || italic !== formats[0]?.italic);
  if (!isMixed || !formats.every(({ code }) => code)) return [...line];
  return line.map((inline) =>
    inline.kind === 'text' ? { ...inline, format: { ...inline.format, code: false } } : inline,
  );
}

export function plainParagraph(line: readonly Inline[], style: string): FlatBlock[] {
  const shown = line.filter((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const equations = shown.flatMap((inline): Block[] =>
    inline.kind === 'math' ? [{ kind: 'equation', latex: inline.latex }] : [],
  );
  if (equations.length > 0 && shown.every(({ kind }) => kind === 'math' || kind === 'break')) return equations;
  const isCode = shown.every(
    (inline) =>
      inline.kind === 'break' ||
      (inline.kind === 'text' && inline.format.href === null && (inline.format.code || CODE_STYLE.test(style))),
  );
  if (isCode) return [{ kind: 'code', text: codeText(line), language: null }];

  const content = withCheckbox(line);
  if (content[0]?.kind === 'checkbox') return [{ kind: 'item', list: 'checkboxes', level: 0, number: null, content }];
  const paragraph: Block = { kind: 'paragraph', content };
  return [QUOTE_STYLE.test(style) ? { kind: 'quote', blocks: [paragraph] } : paragraph];
}

function codeText(line: readonly Inline[]): string {
  return line
    .map((inline) => (inline.kind === 'text' ? inline.text : '\n'))
    .join('')
    .trimEnd();
}

/** A box character at the start is a checkbox; white space after it is dropped. */
function withCheckbox(line: readonly Inline[]): Inline[] {
  const start = line.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [first, ...rest] = line.slice(start);
  if (first?.kind === 'checkbox') return [first, ...trimStart(rest)];
  const drawn = first?.kind === 'text' ? /^\s*([\u2610\u2611\u2612])/.exec(first.text) : null;
  if (first?.kind !== 'text' || drawn === null) return [...line];
  const remainder = { ...first, text: first.text.slice(drawn[0].length) };
  return [{ kind: 'checkbox', checked: drawn[1] !== '\u2610' }, ...trimStart([remainder, ...rest])];
}

function trimStart(line: readonly Inline[]): Inline[] {
  const start = line.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [first, ...rest] = start < 0 ? [] : line.slice(start);
  if (first === undefined) return [];
  return first.kind === 'text' ? [{ ...first, text: first.text.trimStart() }, ...rest] : [first, ...rest];
}
