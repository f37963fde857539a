/**
 * Footnotes and endnotes of pages, marked as in EPUB (`epub:type`) or as in publishing on the web (`role`). They are
 * taken out of the pages, so that the text does not have them twice.
 */
import type { Block } from '../markdown/model.ts';
import { Notes } from '../markdown/notes.ts';
import { textContent, type HtmlElement } from './dom.ts';
import { removeMarks, withoutBrackets } from './note-marks.ts';
import { closest, findReferences, idsAround, isBacklink, survey, type NotedPage } from './note-references.ts';
import { removeNotes } from './note-removal.ts';

export interface NoteOptions {
  /** Returns the position that a link leads to, `path#id`, or `null`. */
  readonly targetOf: (href: string, page: NotedPage) => string | null;
  /** Reads a note when it is first referred to. */
  readonly read: (note: HtmlElement, page: NotedPage) => Block[];
  /** Whether links that lead to each other are enough, as in older books. On the web, they may be anything. */
  readonly isMutual: boolean;
}

export interface TakenNotes {
  /** Label of the note that an anchor refers to; `null` for other anchors. */
  readonly labelOf: (anchor: HtmlElement) => string | null;
  /** The notes that were referred to, to be written after the text. */
  readonly blocks: () => Block[];
}

export function takeNotes(pages: readonly NotedPage[], { targetOf, read, isMutual }: NoteOptions): TakenNotes {
  const found = survey(pages, targetOf);
  const references = findReferences(found, isMutual);
  const noteOf = new Map(references.map(({ anchor, note }) => [anchor, note.element]));
  const origins = new Set(
    references.flatMap(({ anchor, page }) => idsAround(anchor).map((id) => `${page.path}#${id}`)),
  );
  const taken = new Map(references.toReversed().map((reference) => [reference.note.element, reference]));

  const returning = new Map([...taken.keys()].map((note) => [note, new Set<HtmlElement>()]));
  for (const { anchor, target } of found.links) {
    if (noteOf.has(anchor) || !(origins.has(target) || isBacklink(anchor))) continue;
    const note = closest(anchor, (element) => taken.has(element));
    if (note !== null && isMark(anchor, taken.get(note)?.anchor ?? anchor)) returning.get(note)?.add(anchor);
  }
  for (const [note, { anchor }] of taken) {
    removeMarks(note, returning.get(note) ?? new Set(), textContent(anchor).trim());
  }
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

/** The text of a link back is no more than a mark, unless it has another number than the reference: that of a line. */
function isMark(link: HtmlElement, reference: HtmlElement): boolean {
  const [own, other] = [link, reference].map((anchor) => textContent(anchor).replace(/\D+/g, ''));
  return own === '' || own === other;
}
