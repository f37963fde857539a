/** Hidden rows or columns of a sheet: what stands behind them moves up, as it does on the screen. */

/** More lines than any sheet has; a power of two. */
const MAX_LINES = 1 << 21;

export class HiddenLines {
  /** For each hidden line a later one, up to which all are hidden. */
  readonly #ends = new Map<number, number>();
  /** How many are hidden, as a binary indexed tree (P. Fenwick, 1994): lines come in any order, between questions. */
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

  /** How many visible lines stand before a line. */
  visibleBefore(line: number): number {
    let hidden = 0;
    for (let at = Math.min(line, MAX_LINES); at > 0; at -= at & -at) hidden += this.#counts.get(at) ?? 0;
    return line - hidden;
  }

  /** The first visible line from a line on. */
  #visibleFrom(line: number): number {
    let at = line;
    for (let end = this.#ends.get(at); end !== undefined; end = this.#ends.get(at)) {
      // Whoever comes here again takes twice the step.
      this.#ends.set(at, this.#ends.get(end) ?? end);
      at = end;
    }
    return at;
  }
}
