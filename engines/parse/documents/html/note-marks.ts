/** The marks by which readers find a note and the way back: Markdown has its own. */
import { elements, isElement, isText, textContent } from './dom.ts';
import type { HtmlElement, HtmlNode, HtmlParent, HtmlText } from './dom.ts';

/** Removes the links back and the mark at the beginning of a note, unless this is all of it. */
export function removeMarks(note: HtmlElement, links: ReadonlySet<HtmlElement>, mark: string): void {
  if (textContent(note, (element) => links.has(element)).trim() !== '') {
    const parents = new Set([...links].map(({ parentNode }) => parentNode));
    for (const parent of parents) if (parent !== null) removeLinks(parent, links);
  }
  const first = firstText(note);
  if (first === null) return;
  const start = first.value.trimStart();
  const lead = leadsOf(mark.replace(/^[[(]|[\])]$/g, '')).find((candidate) => start.startsWith(candidate));
  if (lead !== undefined && textContent(note).trim() !== lead.trim()) first.value = start.slice(lead.length);
}

/** How a note begins with its mark. A number without punctuation may be its first word. */
function leadsOf(mark: string): string[] {
  if (mark === '') return [];
  return [`${mark}. `, `${mark}) `, `[${mark}] `, `(${mark}) `, ...(/[\p{L}\p{N}]/u.test(mark) ? [] : [`${mark} `])];
}

/** With the brackets around a link, and the punctuation behind one at the beginning. */
function removeLinks(parent: HtmlParent, links: ReadonlySet<HtmlNode>): void {
  const kept: HtmlParent['childNodes'] = [];
  for (const [index, child] of parent.childNodes.entries()) {
    if (!links.has(child)) {
      kept.push(child);
      continue;
    }
    const before = kept.at(-1);
    const after = parent.childNodes[index + 1];
    if (after === undefined || !isText(after)) continue;
    if (before !== undefined && isText(before) && /[[(]$/.test(before.value) && /^[\])]/.test(after.value)) {
      before.value = before.value.slice(0, -1);
      after.value = after.value.slice(1);
    }
    if (before === undefined || (isText(before) && before.value.trim() === '')) {
      after.value = after.value.replace(/^\s*[.:)](?=\s)/, '');
    }
  }
  parent.childNodes = kept;
}

/** The first text that is not blank. */
export function firstText(parent: HtmlParent): HtmlText | null {
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
