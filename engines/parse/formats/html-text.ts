/** The text of HTML that stands in Markdown. */
import { ServiceError } from '../../../errors/index.ts';
import { attribute, isElement, isText } from '../documents/html/dom.ts';
import type { HtmlNode, HtmlParent } from '../documents/html/dom.ts';
import { parseHtml } from '../documents/html/parse.ts';

/** `null` when it has too many elements. */
export function treeOf(html: string): HtmlParent | null {
  try {
    return parseHtml(html);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** The text of HTML; what it is written as when it has too many elements. */
export function htmlText(html: string): string {
  const tree = treeOf(html);
  return tree === null ? html : textOf(tree);
}

const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  'div',
  'li',
  'br',
  'tr',
  'pre',
  'blockquote',
  'hr',
  'details',
  'summary',
]);

/** The text below a node, with a line feed for each break and between blocks. */
export function textOf(root: HtmlNode): string {
  let text = '';
  const open: (HtmlNode | 'break')[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === 'break') {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
    } else if (isText(node)) {
      text += node.value;
    } else if (isElement(node) && node.tagName === 'img') {
      text += attribute(node, 'alt') ?? '';
    } else if ('childNodes' in node) {
      const children = node.childNodes.toReversed();
      open.push(
        ...(isElement(node) && BLOCKS.has(node.tagName) ? (['break', ...children, 'break'] as const) : children),
      );
    }
  }
  return text.trim();
}
