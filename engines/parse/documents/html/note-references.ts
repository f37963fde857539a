/** Finds the links of pages that refer to notes, and the notes. */
import {
  attribute,
  descendants,
  isElement,
  limitDepth,
  textContent,
  type HtmlElement,
  type HtmlParent,
} from './dom.ts';
import { firstText } from './note-marks.ts';

export interface NotedPage {
  /** Its name in the positions that links lead to; empty for a page by itself. */
  readonly path: string;
  readonly tree: HtmlParent;
}

export interface Place {
  readonly element: HtmlElement;
  readonly page: NotedPage;
}

export interface Link {
  readonly anchor: HtmlElement;
  readonly page: NotedPage;
  /** The position that it leads to: `path#id`. */
  readonly target: string;
}

export interface Reference extends Link {
  readonly note: Place;
  /** Whether the note is marked as one. */
  readonly isSure: boolean;
}

interface Survey {
  /** By position. */
  readonly places: ReadonlyMap<string, Place>;
  readonly links: readonly Link[];
}

export function survey(
  pages: readonly NotedPage[],
  targetOf: (href: string, page: NotedPage) => string | null,
): Survey {
  const places = new Map<string, Place>();
  const links: Link[] = [];
  for (const page of pages) {
    limitDepth(page.tree);
    for (const element of descendants(page.tree)) {
      const id = attribute(element, 'id') ?? (element.tagName === 'a' ? attribute(element, 'name') : null);
      const position = `${page.path}#${id}`;
      if (id !== null && !places.has(position)) places.set(position, { element, page });
      const href = element.tagName === 'a' ? attribute(element, 'href') : null;
      const target = href === null ? null : targetOf(href, page);
      if (target !== null) links.push({ anchor: element, page, target });
    }
  }
  return { places, links };
}

const REFERENCE: ReadonlySet<string> = new Set(['noteref', 'doc-noteref']);
const NOTE: ReadonlySet<string> = new Set(['footnote', 'endnote', 'rearnote', 'note', 'doc-footnote', 'doc-endnote']);
const BACKLINK: ReadonlySet<string> = new Set(['backlink', 'referrer', 'doc-backlink']);
/** Text of a link to a note, when nothing else says that it is one. */
const MARK = /^[[(]?(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|[*†‡§¶#]{1,4})[\])]?$/i;

const isOfKind = (element: HtmlElement, kinds: ReadonlySet<string>): boolean =>
  `${attribute(element, 'epub:type') ?? ''} ${attribute(element, 'role') ?? ''}`
    .toLowerCase()
    .split(/\s+/)
    .some((kind) => kinds.has(kind));

export const isBacklink = (anchor: HtmlElement): boolean => isOfKind(anchor, BACKLINK);

/**
 * A note or the link to it is marked as such. `isMutual` finds those without marks, too, if the note has a link back to
 * the place of the first one.
 */
export function findReferences({ places, links }: Survey, isMutual: boolean): Reference[] {
  const [isWhole, isBlank] = [asked(mayBeNote), asked(isEmpty)];
  const returns = isMutual ? Map.groupBy(links, ({ target }) => target) : new Map<string, Link[]>();
  const references = links.flatMap((link): Reference[] => {
    const place = places.get(link.target);
    if (place === undefined) return [];
    const isMarked = isOfKind(link.anchor, REFERENCE);
    if (!isMarked && !MARK.test(textContent(link.anchor).trim())) return [];
    const marked = closest(place.element, (element) => isOfKind(element, NOTE));
    const element = marked ?? closest(place.element, isWhole);
    if (element === null || isBlank(element) || isInside(link.anchor, element)) return [];
    if (marked === null && !isMarked && !returnsTo(link, element, returns)) return [];
    return [{ ...link, note: { element, page: place.page }, isSure: marked !== null }];
  });
  return withoutShared(references);
}

/** What is no more than a note, if a link says that it leads to one. */
function mayBeNote(element: HtmlElement): boolean {
  if (!/^(?:p|li|dd|aside|div|section)$/.test(element.tagName)) return false;
  for (const inner of descendants(element)) if (/^h[1-6]$/.test(inner.tagName)) return false;
  return true;
}

function isEmpty(element: HtmlElement): boolean {
  for (const { tagName } of descendants(element)) if (tagName === 'img') return false;
  return textContent(element).trim() === '';
}

/** Asks once for each element: many links may lead to the same one. */
function asked(test: (element: HtmlElement) => boolean): (element: HtmlElement) => boolean {
  const answers = new Map<HtmlElement, boolean>();
  return (element) => {
    const answer = answers.get(element) ?? test(element);
    answers.set(element, answer);
    return answer;
  };
}

/** A place that more links lead back to is no reference. */
const MAX_RETURNS = 20;
const BLOCK = /^(?:p|li|dd|dt|aside|div|section|td|body)$/;

/**
 * Whether a possible note has a link back to an anchor. The anchor is within a text, and the link back begins the note or
 * is not a mark, so that it is clear which of both is the note.
 */
function returnsTo({ anchor, page }: Link, note: HtmlElement, returns: ReadonlyMap<string, readonly Link[]>): boolean {
  const back = idsAround(anchor)
    .flatMap((id) => returns.get(`${page.path}#${id}`)?.slice(0, MAX_RETURNS) ?? [])
    .map((link) => link.anchor)
    .find((link) => isInside(link, note));
  if (
    back === undefined ||
    beginsWith(
      closest(anchor, ({ tagName }) => BLOCK.test(tagName)),
      anchor,
    )
  )
    return false;
  return beginsWith(note, back) || !MARK.test(textContent(back).trim());
}

function beginsWith(block: HtmlElement | null, anchor: HtmlElement): boolean {
  const first = block === null ? null : (firstText(block)?.parentNode ?? null);
  return first !== null && isElement(first) && isInside(first, anchor);
}

/** An element to several places of which links lead is no note but holds many. */
function withoutShared(references: readonly Reference[]): Reference[] {
  const targets = new Map<HtmlElement, Set<string>>();
  for (const { note, target } of references) {
    targets.set(note.element, (targets.get(note.element) ?? new Set()).add(target));
  }
  return references.filter(({ note, isSure }) => isSure || targets.get(note.element)?.size === 1);
}

/** The element itself or the nearest one around it. */
export function closest(element: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | null {
  for (let around: HtmlElement = element; ;) {
    if (test(around)) return around;
    const parent = around.parentNode;
    if (parent === null || !isElement(parent)) return null;
    around = parent;
  }
}

const isInside = (element: HtmlElement, outer: HtmlElement): boolean =>
  closest(element, (around) => around === outer) !== null;

/** The identifiers to which the way back from a note may lead. */
export function idsAround(anchor: HtmlElement): string[] {
  const parent = anchor.parentNode;
  const around = parent !== null && isElement(parent) ? [anchor, parent] : [anchor];
  return [...around, ...descendants(anchor)].flatMap((element) => attribute(element, 'id') ?? []);
}
