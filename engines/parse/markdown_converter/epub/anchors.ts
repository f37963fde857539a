/** Resolves links between the files of a book, which become one text: to headings, by their Markdown anchor names. */
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';
import { isHidden } from '../../documents/html/tags.ts';

/** Collects the headings of the files in reading order. */
export class Anchors {
  readonly #counts = new Map<string, number>();
  readonly #byPosition = new Map<string, string>();

  /** Adds a file's headings, preceded by the title that the table of contents gives it, if any. */
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
        for (const earlier of waiting) this.#byPosition.set(`${path}#${earlier}`, current);
        waiting = [];
      }
      if (id === null) continue;
      // An anchor that encloses or immediately precedes a heading refers to the heading.
      if (!isHeading && startsWithHeading(element)) waiting.push(id);
      else if (current !== null) this.#byPosition.set(`${path}#${id}`, current);
    }
    if (first !== null) this.#byPosition.set(path, first);
  }

  /** The heading that contains a position in the book, as `#name`; `null` when there is none. */
  find(path: string, fragment: string): string | null {
    const name = this.#byPosition.get(`${path}#${fragment}`) ?? this.#byPosition.get(path);
    return name === undefined ? null : `#${name}`;
  }

  /** The anchor that Markdown renderers generate: lower case, no punctuation, a number for duplicates. */
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
