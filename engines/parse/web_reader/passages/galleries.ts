/** Galleries: shops show five pictures of each product, and each of them twice. */
import { isElement, isText, type HtmlElement, type HtmlNode } from '../../documents/html/dom.ts';

/** Of pictures without text between them, only the first stays. */
export function keepFirstPictures(page: HtmlElement): void {
  const removed = new Set<HtmlNode>();
  const stack: HtmlNode[] = [page];
  let follows = false;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node) && node.value.trim() !== '') follows = false;
    if (!isElement(node)) continue;
    if (node.tagName === 'img') {
      if (follows) removed.add(node);
      follows = true;
    }
    for (const child of node.childNodes.toReversed()) stack.push(child);
  }
  for (const parent of new Set([...removed].map((node) => ('parentNode' in node ? node.parentNode : null)))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((child) => !removed.has(child));
  }
}
