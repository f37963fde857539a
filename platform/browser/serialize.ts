/** The page as it is shown now, as HTML. */
import type { CDPSession } from 'playwright-core';
import { tooLarge } from '../network-guard/body.ts';

/**
 * Runs in a world of its own, where the page's scripts cannot have changed what functions do. Shadow trees become part of
 * the page, slots filled. Nothing is changed in the page itself: the copy is built in a document that is never shown.
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

/** Throws `too_large` past the limit, without having brought the page here. */
export async function serialize(client: CDPSession, maxBytes: number): Promise<string> {
  const { frameTree } = await client.send('Page.getFrameTree');
  const { executionContextId } = await client.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result, exceptionDetails } = await client.send('Runtime.callFunctionOn', {
    executionContextId,
    functionDeclaration: SERIALIZE,
    arguments: [{ value: maxBytes }],
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error('the page could not be written out');
  if (typeof result.value !== 'string') throw tooLarge(maxBytes);
  return result.value;
}
