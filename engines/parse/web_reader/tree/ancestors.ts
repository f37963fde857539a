/** The elements around an element, the innermost first. */
import type { HtmlElement } from '../../documents/html/dom.ts';

export function ancestors(element: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = [];
  for (let at = element.parentNode; at !== null && 'tagName' in at; at = at.parentNode) found.push(at);
  return found;
}
