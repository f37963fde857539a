/** Numbers footnotes and endnotes, in the order of the references. */
type NoteKind = 'footnote' | 'endnote';

interface NoteReference {
  readonly kind: NoteKind;
  readonly id: string;
  readonly label: string;
  /** A mark of its own, with which its text begins; empty for a number. */
  readonly mark: string;
}

export class NoteReferences {
  readonly #labels = new Map<string, NoteReference>();

  /** The label of a note, from `1`; the same for all its references. */
  label(kind: NoteKind, id: string, mark: string): string {
    const key = `${kind} ${id}`;
    const known = this.#labels.get(key) ?? { kind, id, label: String(this.#labels.size + 1), mark };
    this.#labels.set(key, known);
    return known.label;
  }

  get all(): NoteReference[] {
    return [...this.#labels.values()];
  }
}
