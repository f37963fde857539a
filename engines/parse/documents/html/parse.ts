/** Parses HTML to a tree. */
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { ServiceError } from '../../../../errors/index.ts';
import { attribute, descendants, type HtmlElement, type HtmlParent } from './dom.ts';

/** Element limit for an empty page, to which the limit per character is added. */
const ADDED_ELEMENTS = 1000;

export interface HtmlParsing {
  /** Whether scripts would run; without them, what is in `noscript` is elements instead of text. */
  readonly scripts: boolean;
}

/**
 * Parses like a browser. Unclosed formatting elements are reopened in each paragraph, which can make the number of
 * elements quadratic; throws `too_large` above one element per character.
 */
export function parseHtml(text: string, { scripts }: HtmlParsing = { scripts: true }): HtmlParent {
  const limit = ADDED_ELEMENTS + text.length;
  let count = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...element) => {
    if (++count > limit) {
      throw new ServiceError('too_large', 'The page has too many unclosed formatting elements.', {
        limit_elements: limit,
      });
    }
    return defaultTreeAdapter.createElement(...element);
  };
  const treeAdapter = { ...defaultTreeAdapter, createElement, insertText };
  const page = parse(text, { scriptingEnabled: scripts, treeAdapter });
  if (/shadowrootmode/i.test(text)) openShadowTrees(page);
  return page;
}

const isTemplate = (element: HtmlElement): element is DefaultTreeAdapterTypes.Template => 'content' in element;

function shadowTreeOf(element: HtmlElement): DefaultTreeAdapterTypes.ChildNode[] {
  const isShadow = isTemplate(element) && attribute(element, 'shadowrootmode') !== null;
  return isShadow ? element.content.childNodes.slice() : [];
}

/** Puts the shadow trees that a page declares in their places, as a browser does without scripts. */
function openShadowTrees(page: HtmlParent): void {
  for (const element of descendants(page)) {
    const tree = shadowTreeOf(element);
    if (tree.length === 0) continue;
    element.tagName = 'div';
    element.nodeName = 'div';
    for (const child of tree) {
      defaultTreeAdapter.detachNode(child);
      defaultTreeAdapter.appendChild(element, child);
    }
  }
}

/** Without soft hyphens: they are seen only where a line ends, and cut words apart for whoever searches them. */
const insertText: typeof defaultTreeAdapter.insertText = (parent, text) =>
  defaultTreeAdapter.insertText(parent, text.replaceAll('\u00ad', ''));
