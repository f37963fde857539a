/** Numbers without a format. */

/** Writes a number as a cell shows it. */
export type CellFormat = (value: number) => string;

/** Spreadsheets have 15 significant digits; further ones are noise of binary fractions, but digits of whole numbers. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  return shortest.length > 15 && !Number.isInteger(value) ? String(Number(value.toPrecision(15))) : shortest;
}
