/** Helpers over the tree that parse5 builds. */
import { defaultTreeAdapter, type DefaultTreeAdapterTypes } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.Node;
/** What stands below another node. */
export type HtmlChild = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;
export const isText = (node: HtmlNode): node is HtmlText => node.nodeName === '#text';

export function attribute(element: HtmlElement, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

export function elements(parent: HtmlParent): HtmlElement[] {
  return parent.childNodes.filter(isElement);
}

/** Every element below a node in document order. */
export function* descendants(parent: HtmlParent): Generator<HtmlElement> {
  const stack: HtmlNode[] = parent.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i];
      if (child !== undefined) stack.push(child);
    }
  }
}

/** More than any real document needs. Pages with unclosed tags reach thousands of levels, and each level uses stack. */
const MAX_DEPTH = 400;

/** Replaces content below the maximum depth with its plain text. */
export function limitDepth(parent: HtmlParent): void {
  const stack: { node: HtmlParent; depth: number }[] = [{ node: parent, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, depth } = top;
    if (depth === MAX_DEPTH) {
      const bare = textContent(node);
      node.childNodes = [];
      defaultTreeAdapter.insertText(node, bare);
      continue;
    }
    for (const child of elements(node)) stack.push({ node: child, depth: depth + 1 });
  }
}

/** All text below a node, verbatim; `skip` excludes elements. */
export function textContent(parent: HtmlParent, skip: (element: HtmlElement) => boolean = () => false): string {
  const parts: string[] = [];
  const stack: HtmlNode[] = parent.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) parts.push(node.value);
    else if (isElement(node) && !skip(node)) {
      if (node.tagName === 'br') parts.push('\n');
      for (let i = node.childNodes.length - 1; i >= 0; i--) {
        const child = node.childNodes[i];
        if (child !== undefined) stack.push(child);
      }
    }
  }
  return parts.join('');
}
