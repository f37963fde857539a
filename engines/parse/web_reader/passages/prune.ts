/** Reduces a page to chosen passages, as a tree that the Markdown writer can read. */
import {
  attribute,
  descendants,
  elements,
  isElement,
  isText,
  textContent,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
} from '../../documents/html/dom.ts';
import { codeLines } from '../../documents/html/code.ts';
import { scriptLatex } from '../../documents/html/math.ts';
import { isBlock } from '../../documents/html/tags.ts';
import { isSkipped } from '../tree/measure.ts';
import type { Passage } from '../measures/passage.ts';

/** Elements that belong to the text beside them, without text of their own. */
const COMPANIONS = new Set(['br', 'hr', 'wbr', 'math']);
const CELLS = new Set(['td', 'th']);
const VERBATIM = new Set(['pre', 'code', 'math']);
/** Labels side by side, which style sheets set apart. */
const LABELS = new Set(['a', 'span']);
const HIDING = new Set(['hidden', 'style', 'aria-hidden']);
/** Pixels up to which a picture is an icon. */
const MAX_ICON = 48;

/**
 * Removes everything below `body` but the text of the passages, the elements around it, and the pictures beside it.
 * Passages may be hidden until someone opens a tab, or be in a noscript element: what hides them is removed.
 */
export function prune(body: HtmlElement, chosen: readonly Passage[]): void {
  const texts = new Set(chosen.flatMap(({ nodes }) => nodes));
  const all = [...descendants(body)];
  const holding = withAncestors(texts);
  const illustrated = withAncestors(all.filter((element) => element.tagName === 'img' && !isIcon(element)));
  const mathematical = withAncestors(all.filter(({ tagName }) => tagName === 'math'));
  const stays = (child: HtmlNode): boolean => {
    if (!isElement(child)) return texts.has(child) || (isText(child) && child.value.trim() === '');
    if (holding.has(child) || COMPANIONS.has(child.tagName) || scriptLatex(child) !== null) return true;
    if (CELLS.has(child.tagName)) return true;
    return child.parentNode !== body && illustrated.has(child) && isPicture(child);
  };
  // The hidden form of an equation is the same equation again.
  const isBesideMath = (element: HtmlElement): boolean =>
    [element, element.parentNode].some((node) => node !== null && 'tagName' in node && mathematical.has(node));
  const reduce = (element: HtmlElement, isVerbatim: boolean): void => {
    element.childNodes = element.childNodes.filter(stays);
    for (const child of elements(element)) {
      if (holding.has(child) && codeLines(child).length > 0) continue;
      if (holding.has(child)) reduce(child, isVerbatim || VERBATIM.has(child.tagName));
      // Empty cells keep the columns of a table.
      else if (CELLS.has(child.tagName)) child.childNodes = [];
    }
    if (!isVerbatim) separateLabels(element);
    if (element.tagName === 'noscript') element.tagName = element.nodeName = 'div';
    if (isBlock(element) || !isBesideMath(element)) {
      element.attrs = element.attrs.filter(({ name }) => !HIDING.has(name));
    }
  };
  reduce(body, false);
}

/** The elements around the nodes, and those of the nodes that are elements. */
function withAncestors(nodes: Iterable<HtmlNode>): Set<HtmlElement> {
  const found = new Set<HtmlElement>();
  for (const node of nodes) {
    let at: HtmlNode | null = node;
    while (at !== null && !(isElement(at) && found.has(at))) {
      if (isElement(at)) found.add(at);
      at = 'parentNode' in at ? at.parentNode : null;
    }
  }
  return found;
}

const isPicture = (element: HtmlElement): boolean =>
  element.tagName !== 'noscript' && textContent(element, isSkipped).trim() === '';

/** By its declared size: symbols, and pixels that count visitors. */
const isIcon = (image: HtmlElement): boolean =>
  ['width', 'height'].some((side) => Number.parseInt(attribute(image, side) ?? '', 10) <= MAX_ICON);

function separateLabels(parent: HtmlElement): void {
  parent.childNodes = parent.childNodes.flatMap((child, at) => {
    const next = parent.childNodes[at + 1];
    return isLabel(child) && next !== undefined && isLabel(next) ? [child, spaceIn(parent)] : [child];
  });
}

const isLabel = (node: HtmlNode): boolean => isElement(node) && LABELS.has(node.tagName);

const spaceIn = (parent: HtmlElement): HtmlText => ({ nodeName: '#text', parentNode: parent, value: ' ' });
