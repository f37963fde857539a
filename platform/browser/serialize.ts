/** Serializes the current state of a page to HTML. */
import type { CDPSession } from 'playwright-core';
import { tooLarge } from '../network-guard/body.ts';

/**
 * Runs in an isolated world, where the page's scripts cannot have replaced built-in functions. Shadow trees become
 * part of the page, with slots filled. The page itself is not changed: the copy is built in a detached document.
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

/** Throws `too_large` past the limit, before the HTML is transferred to this process. */
export async function serialize(client: CDPSession, maxBytes: number): Promise<string> {
  const { frameTree } = await client.send('Page.getFrameTree');
  const { executionContextId } = await client.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result, exceptionDetails } = await client.send('Runtime.callFunctionOn', {
    executionContextId,
    functionDeclaration: SERIALIZE,
    arguments: [{ value: maxBytes }],
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error('the page could not be serialized');
  if (typeof result.value !== 'string') throw tooLarge(maxBytes);
  return result.value;
}
