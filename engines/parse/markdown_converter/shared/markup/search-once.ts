/** Finds strings in a text, or in a list, from growing positions: each part is searched once for each string. */
export class SearchOnce {
  readonly #source: { indexOf(wanted: string, from: number): number };
  /** Where each string was last looked for, and found; `Infinity` when it is missing from there on. */
  readonly #found = new Map<string, { readonly from: number; readonly at: number }>();

  constructor(source: { indexOf(wanted: string, from: number): number }) {
    this.#source = source;
  }

  /** Index of the string from a position on; -1 without one. */
  find(wanted: string, from: number): number {
    let known = this.#found.get(wanted);
    if (known === undefined || from < known.from || from > known.at) {
      const at = this.#source.indexOf(wanted, from);
      known = { from, at: at < 0 ? Infinity : at };
      this.#found.set(wanted, known);
    }
    return known.at === Infinity ? -1 : known.at;
  }
}
