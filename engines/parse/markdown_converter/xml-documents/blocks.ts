/** Converts the content of an XML document to blocks by the roles of its elements. */
import { admonitionLabel } from '../../documents/markdown/compose.ts';
import {
  MAX_HEADING_LEVEL,
  type Block,
  type Format,
  type Inline,
  type ListItem,
} from '../../documents/markdown/model.ts';
import { append } from '../../documents/append.ts';
import { childrenOf, descend, isElement, textOf, type XmlElement, type XmlNode } from '../../documents/xml.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import type { XmlContext } from './context.ts';
import { latexOf, readInline } from './inline.ts';
import { readTable } from './tables.ts';

/** `level` is that of a title in the element; `null` where a title is no heading. */
export function readFlow(parent: XmlElement, format: Format, level: number | null, context: XmlContext): Block[] {
  const blocks: Block[] = [];
  let line: Inline[] = [];
  const endParagraph = (): void => {
    append(blocks, paragraphOf(line));
    line = [];
  };
  const label = sectionLabel(parent, context);
  for (const child of parent.children) {
    if (child === label) continue;
    if (!isElement(child) || !breaksFlow(child, context)) {
      append(line, readInline(child, format, context));
      continue;
    }
    endParagraph();
    append(blocks, readBlock(child, format, level, context, label));
  }
  endParagraph();
  return blocks;
}

/** The number of a section, which its title does not repeat. */
function sectionLabel(parent: XmlElement, { vocabulary }: XmlContext): XmlElement | undefined {
  return vocabulary.blocks.get(parent.name) === 'section' ? descend(parent, 'label') : undefined;
}

function breaksFlow(element: XmlElement, context: XmlContext): boolean {
  const { blocks, special } = context.vocabulary;
  if (blocks.has(element.name) || special.has(element.name)) return true;
  return !context.vocabulary.inline.has(element.name) && context.holdsBlock(element);
}

function readBlock(
  element: XmlElement,
  format: Format,
  level: number | null,
  context: XmlContext,
  label?: XmlElement,
): Block[] {
  const special = context.vocabulary.special.get(element.name);
  if (special !== undefined) return special(element, level, context);
  const inside = (more: Partial<Format> = {}): Block[] => context.flow(element, { ...format, ...more }, null);
  switch (context.vocabulary.blocks.get(element.name)) {
    case 'hidden':
      return [];
    case 'section':
      return context.flow(element, format, (level ?? 0) + 1);
    case 'title':
      return readTitle([...(label === undefined ? [] : [label, ' ']), ...element.children], format, level, context);
    case 'bullets':
    case 'numbers':
      return readList(element, format, context);
    case 'term':
      return inside({ bold: true });
    case 'quote':
      return quoteOf(inside());
    case 'admonition':
      return quoteOf([admonitionLabel(element.name), ...inside()]);
    case 'lines':
      return readLines(element, format, context);
    case 'code':
      return [readCode(element)];
    case 'table':
      return readTable(element, context);
    case 'equation':
      return [{ kind: 'equation', latex: latexOf(element) }];
    case 'rule':
      return [{ kind: 'rule' }];
    // An item outside a list is a container.
    case 'item':
    case 'group':
      return inside();
    case 'flow':
    case undefined:
      break;
  }
  return context.flow(element, format, level);
}

/** Titles of several paragraphs are one heading. */
function readTitle(title: readonly XmlNode[], format: Format, level: number | null, context: XmlContext): Block[] {
  const weight = level === null ? { ...format, bold: true } : format;
  return paragraphOf(title.flatMap((child) => readInline(child, weight, context))).map((block) =>
    block.kind === 'paragraph' && level !== null
      ? { kind: 'heading', level: Math.min(Math.max(1, level), MAX_HEADING_LEVEL), content: block.content }
      : block,
  );
}

function quoteOf(blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
}

/** What stands between items, such as the title of the list, comes before the list. */
function readList(list: XmlElement, format: Format, context: XmlContext): Block[] {
  const { blocks } = context.vocabulary;
  const isOrdered =
    blocks.get(list.name) === 'numbers' || /^(order|roman|alpha)/.test(list.attributes['list-type'] ?? '');
  const before: Block[] = [];
  const items: ListItem[] = [];
  for (const child of childrenOf(list)) {
    if (blocks.get(child.name) !== 'item') {
      append(before, readBlock(child, format, null, context));
      continue;
    }
    const content = context.flow(child, format, null);
    if (content.length > 0) items.push({ number: isOrdered ? items.length + 1 : null, blocks: content });
  }
  return items.length === 0 ? before : [...before, { kind: 'list', items }];
}

/** Verses: the lines of one paragraph. */
function readLines(parent: XmlElement, format: Format, context: XmlContext): Block[] {
  return paragraphOf(
    childrenOf(parent).flatMap((line, index): Inline[] => [
      ...(index === 0 ? [] : [{ kind: 'break' } as const]),
      ...readInline(line, format, context),
    ]),
  );
}

function readCode(element: XmlElement): Block {
  const { language = null } = element.attributes;
  return { kind: 'code', text: textOf(element).replace(/^\n/, '').trimEnd(), language };
}
