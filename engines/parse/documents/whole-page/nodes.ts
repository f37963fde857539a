/** Makes nodes of the tree that parse5 builds. */
import { defaultTreeAdapter, html } from 'parse5';
import { attribute, type HtmlElement, type HtmlText } from '../html/dom.ts';

export const textNode = (value: string): HtmlText => ({ nodeName: '#text', parentNode: null, value });

/** An element with text, in which line feeds are breaks. */
export function elementOf(
  tagName: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): HtmlElement {
  const element = emptyElement(tagName, attributes);
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) defaultTreeAdapter.appendChild(element, emptyElement('br'));
    defaultTreeAdapter.insertText(element, line);
  }
  return element;
}

function emptyElement(tagName: string, attributes: Readonly<Record<string, string>> = {}): HtmlElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  return defaultTreeAdapter.createElement(tagName, html.NS.HTML, attrs);
}

/** Makes it an element of another kind, with the same content. */
export function rename(element: HtmlElement, tagName: string): HtmlElement {
  element.tagName = tagName;
  element.nodeName = tagName;
  return element;
}

export function setAttribute(element: HtmlElement, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((attribute) => attribute.name !== name), { name, value }];
}

/** An attribute with white space as in text; empty without it. */
export const wordsIn = (element: HtmlElement, name: string): string =>
  (attribute(element, name) ?? '').replace(/\s+/g, ' ').trim();
