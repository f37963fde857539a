/** Titles that the table of contents gives to places of a page, and the page itself does not have. */
import { defaultTreeAdapter, html } from 'parse5';
import {
  attribute,
  descendants,
  isElement,
  textContent,
  type HtmlElement,
  type HtmlParent,
} from '../../documents/html/dom.ts';
import type { Title } from './navigation.ts';

export const hasHeading = (tree: HtmlParent): boolean =>
  [...descendants(tree)].some((element) => isHeading(element) && textContent(element).trim() !== '');

const isHeading = ({ tagName }: HtmlElement): boolean => /^h[1-6]$/.test(tagName);

/** Puts each above its place, as a heading. */
export function showFurtherTitles(tree: HtmlParent, titles: readonly Title[]): void {
  const elements = [...descendants(tree)];
  const written = wordsOf(textContent(tree));
  const headings = wordsOf(
    elements
      .filter(isHeading)
      .map((heading) => textContent(heading))
      .join(' '),
  );
  const further = titles.filter(({ title }) => {
    const words = [...wordsOf(title)];
    // A heading may be a part of the title, and the title have the number of the chapter.
    const inHeadings = words.filter((word) => headings.has(word)).length;
    return inHeadings * 2 < words.length && words.some((word) => !written.has(word));
  });
  if (further.length === 0) return;
  const byId = new Map(elements.toReversed().map((element) => [attribute(element, 'id') ?? '', element]));
  const body = elements.find(({ tagName }) => tagName === 'body');
  const first = body?.childNodes[0];
  for (const { title, fragment } of further) {
    const place = fragment === '' ? undefined : byId.get(fragment);
    if (place !== undefined) insertAbove(place, title);
    else if (body !== undefined) insert(body, title, first);
  }
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}[\p{L}\p{N}\p{M}]*/gu));

const CONTAINER = /^(?:body|div|section|article|main)$/;

/** Above the block that has the place. */
function insertAbove(place: HtmlElement, title: string): void {
  let block = place;
  for (let parent = block.parentNode; parent !== null && isElement(parent) && !CONTAINER.test(parent.tagName);) {
    block = parent;
    parent = block.parentNode;
  }
  if (block.parentNode !== null) insert(block.parentNode, title, block);
}

function insert(parent: HtmlParent, title: string, before: HtmlParent['childNodes'][number] | undefined): void {
  const heading = defaultTreeAdapter.createElement('h2', html.NS.HTML, []);
  defaultTreeAdapter.insertText(heading, title);
  if (before === undefined) defaultTreeAdapter.appendChild(parent, heading);
  else defaultTreeAdapter.insertBefore(parent, heading, before);
}
