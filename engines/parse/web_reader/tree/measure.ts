/** Words and words in links of every element of a page, in one pass. */
import { measuredWords } from '../../../text/words.ts';
import { attribute, isElement, isText, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';

export interface Measure {
  words: number;
  /** Words in links. */
  linked: number;
}

/** Words of a text in lower case. */
export const wordsOf = (text: string): readonly string[] => measuredWords(text.toLowerCase());

/** Elements whose text nobody sees, or that ask for something. */
const SKIPPED = new Set(
  (
    'script style template svg iframe object embed canvas video audio map head title meta link input select textarea ' +
    'button datalist dialog progress meter'
  ).split(' '),
);

export const isSkipped = (element: HtmlElement): boolean => SKIPPED.has(element.tagName);

/**
 * An anchor without an address is the target of links; unclosed, as in XHTML, it is around all the text that follows.
 */
export const leads = (element: HtmlElement): boolean =>
  element.tagName === 'a' && (attribute(element, 'href') !== null || !isTarget(element));

const isTarget = ({ attrs }: HtmlElement): boolean =>
  attrs.length > 0 && attrs.every(({ name }) => name === 'id' || name === 'name');

/** In document order, without elements that are skipped or in `without`, and without what is in these. */
export function measure(page: HtmlParent, without: ReadonlySet<HtmlElement> = new Set()): Map<HtmlElement, Measure> {
  const measures = new Map<HtmlElement, Measure>();
  const stack: { node: HtmlParent; isLink: boolean }[] = [{ node: page, isLink: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, isLink } = top;
    let words = 0;
    for (const child of node.childNodes.toReversed()) {
      if (isText(child)) words += measuredWords(child.value).length;
      else if (isElement(child) && !isSkipped(child) && !without.has(child)) {
        stack.push({ node: child, isLink: isLink || leads(child) });
      }
    }
    if ('tagName' in node) measures.set(node, { words, linked: isLink ? words : 0 });
  }
  // Parents stand before their children.
  for (const [element, { words, linked }] of [...measures].reverse()) {
    const parent = element.parentNode;
    const above = parent !== null && 'tagName' in parent ? measures.get(parent) : undefined;
    if (above === undefined) continue;
    above.words += words;
    above.linked += linked;
  }
  return measures;
}

/** Words outside links: navigation has few of them, content most of them. */
export const proseOf = (measured: Measure | undefined): number =>
  measured === undefined ? 0 : measured.words - measured.linked;
