/**
 * The assignment problem: the Hungarian method with potentials (Kuhn 1955; shortest augmenting paths after Jonker and
 * Volgenant 1987).
 */

/**
 * For each row the column that is assigned to it, or `null`, so that the sum of `weights[row][column]` is the largest.
 * Weights are 0 or more; a weight of 0 assigns nothing. Time grows with rows² × columns.
 */
export function bestAssignment(weights: readonly (readonly number[])[]): (number | null)[] {
  const rows = weights.length;
  // As many columns again, each of weight 0: a row may stay without a partner.
  const columns = (weights[0]?.length ?? 0) + rows;
  const cost = (row: number, column: number): number => -(weights[row]?.[column] ?? 0);
  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(columns + 1);
  /** The row of each column, both counted from 1; 0 is none. */
  const rowOf = new Int32Array(columns + 1);

  for (let row = 1; row <= rows; row++) {
    const shortest = new Float64Array(columns + 1).fill(Infinity);
    const previous = new Int32Array(columns + 1);
    const isDone = new Uint8Array(columns + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      isDone[column] = 1;
      const from = rowOf[column] ?? 0;
      let step = Infinity;
      let next = 0;
      for (let other = 1; other <= columns; other++) {
        if (isDone[other]) continue;
        const reduced = cost(from - 1, other - 1) - (rowPotential[from] ?? 0) - (columnPotential[other] ?? 0);
        if (reduced < (shortest[other] ?? Infinity)) {
          shortest[other] = reduced;
          previous[other] = column;
        }
        if ((shortest[other] ?? Infinity) < step) {
          step = shortest[other] ?? Infinity;
          next = other;
        }
      }
      for (let other = 0; other <= columns; other++) {
        if (isDone[other]) {
          add(rowPotential, rowOf[other] ?? 0, step);
          add(columnPotential, other, -step);
        } else add(shortest, other, -step);
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = previous[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }

  const assigned: (number | null)[] = weights.map(() => null);
  for (let column = 1; column <= columns; column++) {
    const row = (rowOf[column] ?? 0) - 1;
    if (row >= 0 && cost(row, column - 1) < 0) assigned[row] = column - 1;
  }
  return assigned;
}

function add(numbers: Float64Array, index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount;
}
