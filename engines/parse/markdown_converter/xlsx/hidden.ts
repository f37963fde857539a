/** Hidden rows or columns of a sheet: what stands behind them moves up, as it does on the screen. */
export class HiddenLines {
  readonly #hidden = new Set<number>();
  #sorted: number[] | null = null;

  /** `first` and `last` from 0, inclusive. */
  add(first: number, last: number): void {
    for (let line = first; line <= last; line++) this.#hidden.add(line);
    this.#sorted = null;
  }

  has(line: number): boolean {
    return this.#hidden.has(line);
  }

  /** How many visible lines stand before a line. */
  visibleBefore(line: number): number {
    if (this.#hidden.size === 0) return line;
    this.#sorted ??= [...this.#hidden].toSorted((a, b) => a - b);
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    return line - low;
  }
}
