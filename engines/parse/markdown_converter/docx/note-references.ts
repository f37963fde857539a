/** Numbers footnotes and endnotes. */
/** Labels are assigned in the order of the references. */
type NoteKind = 'footnote' | 'endnote';

export class NoteReferences {
  readonly #labels = new Map<string, { kind: NoteKind; id: string; label: string }>();

  /** The label of a note, from `1`; the same for all its references. */
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
