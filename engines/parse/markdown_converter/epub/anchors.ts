/** Where links between the files of a book lead once all of it is one text: to headings, by the names Markdown gives them. */
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from '../html/dom.ts';
import { isHidden } from '../html/tags.ts';

/** Collects the headings of the files in reading order. */
export class Anchors {
  readonly #counts = new Map<string, number>();
  readonly #byPlace = new Map<string, string>();

  /** Takes a file's headings, and before them the one that the book gives it, if there is one. */
  add(path: string, page: HtmlParent, given: string | null): void {
    let current = given === null ? null : this.#nameOf(given);
    let first = current;
    let waiting: string[] = [];
    for (const element of descendants(page)) {
      const id = attribute(element, 'id') ?? (element.tagName === 'a' ? attribute(element, 'name') : null);
      const isHeading = /^h[1-6]$/.test(element.tagName) && isShown(element);
      if (isHeading) {
        current = this.#nameOf(textContent(element, isHidden));
        first ??= current;
        for (const earlier of waiting) this.#byPlace.set(`${path}#${earlier}`, current);
        waiting = [];
      }
      if (id === null) continue;
      // What encloses a heading, or stands right before it, means the heading.
      if (!isHeading && startsWithHeading(element)) waiting.push(id);
      else if (current !== null) this.#byPlace.set(`${path}#${id}`, current);
    }
    if (first !== null) this.#byPlace.set(path, first);
  }

  /** The heading that a place in the book stands under, as `#name`; `null` when there is none. */
  find(path: string, fragment: string): string | null {
    const name = this.#byPlace.get(`${path}#${fragment}`) ?? this.#byPlace.get(path);
    return name === undefined ? null : `#${name}`;
  }

  /** The name that Markdown readers give a heading: lower case, no punctuation, a number for a repeated one. */
  #nameOf(heading: string): string {
    const name = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s+/g, '-');
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  }
}

const isShown = (element: HtmlElement): boolean => textContent(element, isHidden).trim() !== '';

function startsWithHeading(element: HtmlElement): boolean {
  for (const inner of descendants(element)) {
    if (/^h[1-6]$/.test(inner.tagName)) return isShown(inner);
    if (!/^(header|section|div|hgroup|a|span)$/.test(inner.tagName)) return false;
  }
  return false;
}
