/** Paragraphs: headings, list items, code, quotes, equations and plain ones. */
import { descend, type XmlElement } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import type { FlatBlock } from '../../documents/markdown/lists.ts';
import { heading, isVisible, listItem, plainParagraph } from '../shared/word/paragraph.ts';
import { withoutPageNumbers } from '../shared/word/page-numbers.ts';
import { readInline } from './runs.ts';
import type { ParagraphContent } from './runs.ts';
import { headingLevel } from './styles.ts';
import { valueOf } from './values.ts';

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
