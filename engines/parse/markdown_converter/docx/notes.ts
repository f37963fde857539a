/** Footnotes and endnotes: labels in the order of their references, and their texts at the end. */
import type { Block } from '../markdown/model.ts';
import { childrenOf } from '../ooxml/xml.ts';
import type { DocxContext } from './context.ts';

type NoteKind = 'footnote' | 'endnote';

export class NoteReferences {
  readonly #labels = new Map<string, { kind: NoteKind; id: string; label: string }>();

  /** The label of a note, from `1`, the same at each reference. */
  label(kind: NoteKind, id: string): string {
    const key = `${kind} ${id}`;
    const known = this.#labels.get(key) ?? { kind, id, label: String(this.#labels.size + 1) };
    this.#labels.set(key, known);
    return known.label;
  }

  get all(): { kind: NoteKind; id: string; label: string }[] {
    return [...this.#labels.values()];
  }
}

/** Texts of the notes that were referred to. */
export function readNotes(context: DocxContext): Block[] {
  return context.notes.all.flatMap(({ kind, id, label }) => {
    const part = context.file.related(context.mainPart, `${kind}s`);
    const notes = part === null ? null : context.file.xml(part);
    const note = childrenOf(notes ?? undefined, `w:${kind}`).find((element) => element.attributes['w:id'] === id);
    if (part === null || note === undefined) return [];
    const blocks = context.readBlocks(note, { ...context, relationships: context.file.relationships(part) });
    return blocks.length === 0 ? [] : [{ kind: 'note', label, blocks }];
  });
}
