/** Inline content of a page, with white space as a browser displays it. */
import { text, type Format, type Inline } from '../markdown/model.ts';
import type { HtmlContext } from './context.ts';
import { attribute, isElement, isText, type HtmlElement, type HtmlNode } from './dom.ts';
import { imageSource, resolveLink } from './links.ts';
import { imageLatex, mathLatex, scriptLatex } from './math.ts';
import { isBlock, isHidden } from './tags.ts';

/** Reads one node; nested blocks (in a heading, for example) become words surrounded by spaces. */
export function readInline(node: HtmlNode, format: Format, context: HtmlContext): Inline[] {
  if (isText(node)) return [text(node.value.replace(/[ \t\n\f\r]+/g, ' '), format)];
  if (!isElement(node)) return [];
  const script = scriptLatex(node);
  if (script !== null) return script === '' ? [] : [{ kind: 'math', latex: script }];
  if (isHidden(node)) return [];
  const note = node.tagName === 'a' ? context.noteOf(node) : null;
  if (note !== null) return [{ kind: 'note', label: note }];
  switch (node.tagName) {
    case 'br':
      return [{ kind: 'break' }];
    case 'wbr':
      return [];
    case 'img':
      return readImage(node, format, context);
    case 'input':
      return [{ kind: 'checkbox', checked: attribute(node, 'checked') !== null }];
    case 'math': {
      const latex = mathLatex(node);
      return latex === '' ? [] : [{ kind: 'math', latex }];
    }
    case 'q':
      return [text('\u201c', format), ...readChildren(node, format, context), text('\u201d', format)];
    case 'rt':
      return [text('(', format), ...readChildren(node, format, context), text(')', format)];
    default: {
      const content = readChildren(node, formatInside(node, format, context), context);
      return isBlock(node) ? [text(' ', format), ...content, text(' ', format)] : content;
    }
  }
}

function readChildren(element: HtmlElement, format: Format, context: HtmlContext): Inline[] {
  return element.childNodes.flatMap((child) => readInline(child, format, context));
}

/** An image without alternative text and without an address is dropped. */
function readImage(image: HtmlElement, format: Format, context: HtmlContext): Inline[] {
  const latex = imageLatex(image);
  if (latex !== null) return [{ kind: 'math', latex }];
  const alt = (attribute(image, 'alt') ?? '').replace(/\s+/g, ' ').trim();
  const src = imageSource(image, context.base);
  return alt === '' && src === '' ? [] : [{ kind: 'image', alt, src, href: format.href }];
}

/** The format of the text inside an element. */
export function formatInside(element: HtmlElement, format: Format, context: HtmlContext): Format {
  switch (element.tagName) {
    case 'b':
    case 'strong':
      return { ...format, bold: !/font-weight\s*:\s*normal/i.test(attribute(element, 'style') ?? '') };
    case 'i':
    case 'em':
    case 'cite':
    case 'dfn':
    case 'var':
      return { ...format, italic: true };
    case 's':
    case 'del':
    case 'strike':
      return { ...format, strike: true };
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return { ...format, code: true };
    case 'sub':
      return { ...format, vertical: 'sub' };
    case 'sup':
      return { ...format, vertical: 'sup' };
    case 'a':
      return linkFormat(element, format, context);
    case 'span':
    case 'font':
    case 'small':
      return { ...format, vertical: raisedBy(attribute(element, 'style') ?? '') ?? format.vertical };
    default:
      return format;
  }
}

const ALIGNED = /(?:^|[;\s])vertical-align\s*:\s*(super|sub)(?![\w-])/i;

/** The position that a style gives to text. */
function raisedBy(style: string): Format['vertical'] {
  const aligned = ALIGNED.exec(style)?.[1]?.toLowerCase();
  return aligned === undefined ? null : aligned === 'super' ? 'sup' : 'sub';
}

function linkFormat(anchor: HtmlElement, format: Format, context: HtmlContext): Format {
  const href = resolveLink(attribute(anchor, 'href'), context.base);
  return href === null ? format : { ...format, href };
}

/** Removes white space at the ends, next to breaks and after other white space. */
export function collapseSpaces(content: readonly Inline[]): Inline[] {
  const collapsed: Inline[] = [];
  let atSpace = true;
  for (const inline of content) {
    if (inline.kind !== 'text') {
      collapsed.push(inline);
      atSpace = inline.kind === 'break' || inline.kind === 'checkbox';
      continue;
    }
    const kept = atSpace ? inline.text.replace(/^ +/, '') : inline.text;
    if (kept === '') continue;
    collapsed.push({ ...inline, text: kept });
    atSpace = kept.endsWith(' ');
  }
  return collapsed;
}

/** Whether inline content is visible. */
export function isVisible(content: readonly Inline[]): boolean {
  return content.some((inline) =>
    inline.kind === 'text' ? /[^\s\u200b\ufeff]/.test(inline.text) : inline.kind !== 'break',
  );
}
