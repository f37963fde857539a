/** Collects the notes of a document, numbered in the order of their references. */
import type { Block } from './model.ts';

type Read = () => readonly Block[];

/** `Key` identifies a note. */
export class Notes<Key = string> {
  /** Notes that are defined apart from their references, by identifier. */
  readonly #defined = new Map<Key, Read>();
  readonly #labels = new Map<Key, string>();
  readonly #referred: Read[] = [];

  /** Defines a note elsewhere in the document; the first definition counts. */
  define(id: Key, read: Read): void {
    if (!this.#defined.has(id)) this.#defined.set(id, read);
  }

  isKnown(id: Key): boolean {
    return this.#defined.has(id);
  }

  /** Whether the note has been referred to. */
  isReferred(id: Key): boolean {
    return this.#labels.has(id);
  }

  /** Adds a note where its reference is, and returns its label. */
  add(read: Read): string {
    this.#referred.push(read);
    return String(this.#referred.length);
  }

  /** Label of a defined note; `null` when there is none. */
  refer(id: Key): string | null {
    const read = this.#defined.get(id);
    if (read === undefined) return null;
    const label = this.#labels.get(id) ?? this.add(read);
    this.#labels.set(id, label);
    return label;
  }

  /** The notes, to be written after the text. Notes may refer to further notes. */
  blocks(): Block[] {
    const blocks: Block[] = [];
    for (let index = 0; index < this.#referred.length; index++) {
      blocks.push({ kind: 'note', label: String(index + 1), blocks: this.#referred[index]?.() ?? [] });
    }
    return blocks;
  }
}
