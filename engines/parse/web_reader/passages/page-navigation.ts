/** Links to the pages around a page of a manual: the next, the one before, the chapter and the contents. */
import { attribute, isElement, type HtmlElement, type HtmlNode } from '../../documents/html/dom.ts';
import type { Passage } from '../measures/passage.ts';

/** As Texinfo and DocBook write them. */
const RELATION = /^(?:next|prev|previous|up|start|first|last|top|contents|toc|index)$/i;
const KEY = /^[hnpu]$/i;

/** Whether a passage has links, and all of them lead to the pages around this one. */
export function isWay({ nodes, place: { box } }: Passage): boolean {
  const links = new Set(nodes.flatMap((node) => linkAround(node, box)));
  return links.size > 0 && [...links].every(leadsOn);
}

const leadsOn = (link: HtmlElement): boolean =>
  RELATION.test(attribute(link, 'rel') ?? '') || KEY.test(attribute(link, 'accesskey') ?? '');

function linkAround(node: HtmlNode, box: HtmlElement): HtmlElement[] {
  let at: HtmlNode | null = node;
  while (at !== null && at !== box && 'parentNode' in at) {
    if (isElement(at) && at.tagName === 'a') return [at];
    at = at.parentNode;
  }
  return [];
}
