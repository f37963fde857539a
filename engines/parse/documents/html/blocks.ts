/** Converts the content of a page to blocks. */
import { plainText, PLAIN, type Block, type Format, type Inline } from '../markdown/model.ts';
import { codeBlock, linedCode } from './code.ts';
import type { HtmlContext } from './context.ts';
import { elements, isElement, limitDepth, textContent, type HtmlElement, type HtmlParent } from './dom.ts';
import { collapseSpaces, formatInside, isVisible, readInline } from './inline.ts';
import { readDefinitions, readList } from './lists.ts';
import { isDisplayMath, mathLatex, scriptLatex } from './math.ts';
import { readTable } from './tables.ts';
import { isBlock, isHidden } from './tags.ts';
import { append } from '../append.ts';

/**
 * Reads everything below a node. Resolves relative addresses against `base`, if given. `noteOf` returns the label of the
 * note that an anchor refers to, for pages whose notes were taken out.
 */
export function readBlocks(
  parent: HtmlParent,
  base: string | null,
  noteOf: HtmlContext['noteOf'] = () => null,
): Block[] {
  const context: HtmlContext = {
    base,
    noteOf,
    flow: (inner, format) => readFlow(inner, format, context),
    holdsBlock: new Map(),
  };
  limitDepth(parent);
  return context.flow(parent, PLAIN);
}

function readFlow(parent: HtmlParent, format: Format, context: HtmlContext): Block[] {
  const blocks: Block[] = [];
  let line: Inline[] = [];
  const endParagraph = (): void => {
    for (const content of splitParagraphs(collapseSpaces(line))) {
      if (isVisible(content)) blocks.push({ kind: 'paragraph', content });
    }
    line = [];
  };
  for (const child of parent.childNodes) {
    if (!isElement(child) || !breaksFlow(child, context)) {
      append(line, readInline(child, format, context));
      continue;
    }
    endParagraph();
    append(blocks, readBlock(child, format, context));
  }
  endParagraph();
  return blocks;
}

/** Whether an element is a block, or is inline but contains blocks, such as a card inside a link. */
function breaksFlow(element: HtmlElement, context: HtmlContext): boolean {
  if (isHidden(element)) return scriptLatex(element) !== null && isDisplayMath(element);
  if (isBlock(element)) return true;
  return element.tagName === 'math' ? isDisplayMath(element) : holdsBlock(element, context);
}

/** Whether an element contains a block. Cached, because each level of nesting asks again. */
function holdsBlock(element: HtmlElement, context: HtmlContext): boolean {
  const known = context.holdsBlock.get(element);
  if (known !== undefined) return known;
  const holds = elements(element).some((child) => isBlock(child) || holdsBlock(child, context));
  context.holdsBlock.set(element, holds);
  return holds;
}

function readBlock(element: HtmlElement, format: Format, context: HtmlContext): Block[] {
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return readHeading(element, format, context);
    case 'pre':
    case 'listing':
    case 'xmp':
      return textContent(element).trim() === '' ? [] : [codeBlock(element)];
    case 'blockquote': {
      const blocks = context.flow(element, format);
      return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
    }
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return readList(element, format, context);
    case 'dl':
      return readDefinitions(element, format, context);
    case 'table':
      return readTable(element, format, context);
    case 'hr':
      return [{ kind: 'rule' }];
    case 'summary':
      return context.flow(element, { ...format, bold: true });
    case 'math':
      return [{ kind: 'equation', latex: mathLatex(element) }];
    case 'script':
      return [{ kind: 'equation', latex: scriptLatex(element) ?? '' }];
    default: {
      const code = linedCode(element);
      return code === null ? context.flow(element, formatInside(element, format, context)) : [code];
    }
  }
}

/**
 * A link around the heading is one in it. A heading's links to itself are tools, not text: symbols are dropped, words
 * are kept as text.
 */
function readHeading(heading: HtmlElement, { href }: Format, context: HtmlContext): Block[] {
  const content = collapseSpaces(heading.childNodes.flatMap((child) => readInline(child, { ...PLAIN, href }, context)))
    .filter((inline) => !(isToOwnPage(inline) && /^[^\p{L}\p{N}]*$/u.test(plainText([inline]))))
    .map((inline) => (isToOwnPage(inline) ? { ...inline, format: { ...inline.format, href: null } } : inline));
  return isVisible(content) ? [{ kind: 'heading', level: Number(heading.tagName[1]), content }] : [];
}

function isToOwnPage(inline: Inline): inline is Extract<Inline, { kind: 'text' }> {
  return inline.kind === 'text' && inline.format.href?.startsWith('#') === true;
}

/** Many pages separate paragraphs by two line breaks. */
function splitParagraphs(content: readonly Inline[]): Inline[][] {
  const paragraphs: Inline[][] = [[]];
  for (const [index, inline] of content.entries()) {
    const isSecond = inline.kind === 'break' && content[index - 1]?.kind === 'break';
    if (isSecond) paragraphs.push([]);
    else paragraphs.at(-1)?.push(inline);
  }
  return paragraphs;
}
