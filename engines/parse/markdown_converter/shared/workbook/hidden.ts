/** Hidden rows or columns of a sheet: later ones move up, as on the screen. */

/** More lines than any sheet has; a power of two. */
const MAX_LINES = 1 << 21;

export class HiddenLines {
  /** For each hidden line, a later one up to which all are hidden. */
  readonly #ends = new Map<number, number>();
  /**
   * Counts of hidden lines, as a binary indexed tree (P. Fenwick, 1994), since additions and queries alternate in any
   * order.
   */
  readonly #counts = new Map<number, number>();

  /** `first` and `last` from 0, inclusive. */
  add(first: number, last: number): void {
    for (let line = this.#visibleFrom(first); line <= last; line = this.#visibleFrom(line)) {
      this.#ends.set(line, line + 1);
      for (let at = line + 1; at <= MAX_LINES; at += at & -at) this.#counts.set(at, (this.#counts.get(at) ?? 0) + 1);
    }
  }

  has(line: number): boolean {
    return this.#ends.has(line);
  }

  /** Number of visible lines before a line. */
  visibleBefore(line: number): number {
    let hidden = 0;
    for (let at = Math.min(line, MAX_LINES); at > 0; at -= at & -at) hidden += this.#counts.get(at) ?? 0;
    return line - hidden;
  }

  /** The first visible line at or after a line. */
  #visibleFrom(line: number): number {
    let at = line;
    for (let end = this.#ends.get(at); end !== undefined; end = this.#ends.get(at)) {
      // Path compression: the next search skips further.
      this.#ends.set(at, this.#ends.get(end) ?? end);
      at = end;
    }
    return at;
  }
}
