/** Serializes the current state of a page to HTML. */
import { tooLarge } from '../network-guard/body.ts';

/**
 * Shadow trees become part of the page, with slots filled. The page itself is not changed: the copy is built in a
 * detached document.
 */
const SERIALIZE = `(limit) => {
  const copy = document.implementation.createHTMLDocument();
  const root = copy.importNode(document.documentElement, false);
  const stack = [[document.documentElement, root]];
  const childrenOf = (node) => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    const assigned = node.localName === 'slot' ? node.assignedNodes() : [];
    return assigned.length > 0 ? assigned : node.childNodes;
  };
  for (let top = stack.pop(); top; top = stack.pop()) {
    for (const child of childrenOf(top[0])) {
      const twin = copy.importNode(child, child.localName === 'template');
      top[1].append(twin);
      if (child.nodeType === 1 && child.localName !== 'template') stack.push([child, twin]);
    }
  }
  const html = '<!DOCTYPE html>' + root.outerHTML;
  return html.length <= limit ? html : null;
}`;

/**
 * `ask` calls a function in the page. Throws `too_large` past the limit, before the HTML is transferred to this
 * process.
 */
export async function serialize(
  ask: (declaration: string, argument: number) => Promise<unknown>,
  maxBytes: number,
): Promise<string> {
  const html = await ask(SERIALIZE, maxBytes);
  if (typeof html !== 'string') throw tooLarge(maxBytes);
  return html;
}
