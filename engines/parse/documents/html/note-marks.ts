/** The marks by which readers find a note and the way back, which Markdown has its own for. */
import { defaultTreeAdapter } from 'parse5';
import { elements, isElement, isText, textContent } from './dom.ts';
import type { HtmlElement, HtmlNode, HtmlParent, HtmlText } from './dom.ts';

/** Removes the links back and the number at the beginning of a note, unless this is all of it. */
export function removeMarks(note: HtmlElement, links: ReadonlySet<HtmlElement>, mark: string): void {
  if (textContent(note, (element) => links.has(element)).trim() !== '') {
    for (const link of links) defaultTreeAdapter.detachNode(link);
  }
  const first = firstText(note);
  if (first === null || mark === '' || textContent(note).trim() === first.value.trim()) return;
  const number = mark.replace(/^[[(]|[\])]$/g, '');
  const start = first.value.trimStart();
  // A number without punctuation may be the first word.
  const leads = [`${number}. `, `${number}) `, `[${number}] `, `(${number}) `];
  const lead = leads.find((candidate) => start.startsWith(candidate)) ?? (start.trimEnd() === number ? start : '');
  if (lead !== '') first.value = start.slice(lead.length);
}

function firstText(parent: HtmlParent): HtmlText | null {
  const stack: HtmlNode[] = parent.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node) && node.value.trim() !== '') return node;
    if (!isElement(node)) continue;
    for (const child of node.childNodes.toReversed()) stack.push(child);
  }
  return null;
}

/** `[1]` in superscript without its brackets, if there is nothing else. */
export function withoutBrackets(anchor: HtmlElement): void {
  const parent = anchor.parentNode;
  if (parent === null || !isElement(parent) || parent.tagName !== 'sup' || elements(parent).length > 1) return;
  const others = parent.childNodes.filter(isText).map(({ value }) => value.trim());
  if (/^(?:\[\]|\(\))$/.test(others.join(''))) parent.childNodes = [anchor];
}
