/**
 * How alike two words or names are: one less the share of characters to edit (Levenshtein 1966). Time grows with the
 * product of the lengths.
 */

/** From 0 to 1. */
export function likeness(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_cost, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const costs = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      costs.push(Math.min(replaced, (before[column] ?? 0) + 1, (costs[column - 1] ?? 0) + 1));
    }
    before = costs;
  }
  return 1 - (before[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}
