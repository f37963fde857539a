/**
 * Footnotes and endnotes of pages, marked as in EPUB (`epub:type`) or as in publishing on the web (`role`). They are
 * taken out of the pages, so that the text does not have them twice.
 */
import type { Block } from '../markdown/model.ts';
import { Notes } from '../markdown/notes.ts';
import {
  attribute,
  descendants,
  isElement,
  limitDepth,
  textContent,
  type HtmlElement,
  type HtmlParent,
} from './dom.ts';
import { removeMarks, withoutBrackets } from './note-marks.ts';
import { removeNotes } from './note-removal.ts';

export interface NotedPage {
  /** Its name in the positions that links lead to; empty for a page by itself. */
  readonly path: string;
  readonly tree: HtmlParent;
}

export interface TakenNotes {
  /** Label of the note that an anchor refers to; `null` for other anchors. */
  readonly labelOf: (anchor: HtmlElement) => string | null;
  /** The notes that were referred to, to be written after the text. */
  readonly blocks: () => Block[];
}

/**
 * `targetOf` returns the position that a link leads to, `path#id`, or `null`. `read` reads a note when it is first
 * referred to.
 */
export function takeNotes(
  pages: readonly NotedPage[],
  targetOf: (href: string, page: NotedPage) => string | null,
  read: (note: HtmlElement, page: NotedPage) => Block[],
): TakenNotes {
  const { places, links } = survey(pages, targetOf);
  const references = withoutShared(findReferences(places, links));
  const noteOf = new Map(references.map(({ anchor, note }) => [anchor, note.element]));
  const origins = new Set(
    references.flatMap(({ anchor, page }) => idsAround(anchor).map((id) => `${page.path}#${id}`)),
  );
  const taken = new Map(references.toReversed().map((reference) => [reference.note.element, reference]));

  const returning = new Map([...taken.keys()].map((note) => [note, new Set<HtmlElement>()]));
  for (const { anchor, target } of links) {
    if (!noteOf.has(anchor) && (origins.has(target) || kindsOf(anchor).some((kind) => BACKLINK.has(kind)))) {
      returning.get(closest(anchor, (element) => taken.has(element)) ?? anchor)?.add(anchor);
    }
  }
  for (const [note, { anchor }] of taken)
    removeMarks(note, returning.get(note) ?? new Set(), textContent(anchor).trim());
  removeNotes([...taken.keys()], (element) => noteOf.has(element));
  for (const anchor of noteOf.keys()) withoutBrackets(anchor);

  const notes = new Notes<HtmlElement>();
  for (const [element, { note }] of taken) notes.define(element, () => read(element, note.page));
  return {
    labelOf(anchor) {
      const note = noteOf.get(anchor);
      return note === undefined ? null : notes.refer(note);
    },
    blocks() {
      // A reference may be where nothing is shown.
      for (const note of taken.keys()) notes.refer(note);
      return notes.blocks();
    },
  };
}

interface Place {
  readonly element: HtmlElement;
  readonly page: NotedPage;
}

interface Link {
  readonly anchor: HtmlElement;
  readonly page: NotedPage;
  readonly target: string;
}

function survey(
  pages: readonly NotedPage[],
  targetOf: (href: string, page: NotedPage) => string | null,
): { readonly places: ReadonlyMap<string, Place>; readonly links: readonly Link[] } {
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

function kindsOf(element: HtmlElement): string[] {
  return `${attribute(element, 'epub:type') ?? ''} ${attribute(element, 'role') ?? ''}`.toLowerCase().split(/\s+/);
}

const isNote = (element: HtmlElement): boolean => kindsOf(element).some((kind) => NOTE.has(kind));

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

interface Reference extends Link {
  readonly note: Place;
  /** Whether the note is marked as one. */
  readonly isSure: boolean;
}

function findReferences(places: ReadonlyMap<string, Place>, links: readonly Link[]): Reference[] {
  const [isWhole, isBlank] = [asked(mayBeNote), asked(isEmpty)];
  return links.flatMap((link) => {
    const place = places.get(link.target);
    if (place === undefined) return [];
    const isMarked = kindsOf(link.anchor).some((kind) => REFERENCE.has(kind));
    if (!isMarked && !MARK.test(textContent(link.anchor).trim())) return [];
    const marked = closest(place.element, isNote);
    const element = marked ?? (isMarked ? closest(place.element, isWhole) : null);
    if (element === null || isBlank(element) || closest(link.anchor, (around) => around === element) !== null)
      return [];
    return [{ ...link, note: { element, page: place.page }, isSure: marked !== null }];
  });
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
function closest(element: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | null {
  for (let around: HtmlElement = element; ;) {
    if (test(around)) return around;
    const parent = around.parentNode;
    if (parent === null || !isElement(parent)) return null;
    around = parent;
  }
}

/** The identifiers to which the way back from a note may lead. */
function idsAround(anchor: HtmlElement): string[] {
  const parent = anchor.parentNode;
  const around = parent !== null && isElement(parent) ? [anchor, parent] : [anchor];
  return [...around, ...descendants(anchor)].flatMap((element) => attribute(element, 'id') ?? []);
}
