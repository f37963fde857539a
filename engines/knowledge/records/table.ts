/** The tables of a document, as they are read from its Markdown. */

export interface TableRow {
  /** UTF-16 code units of the Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Plain text by column, empty where the row has nothing. */
  readonly cells: readonly string[];
}

export interface Columns {
  /** All different, without line breaks and ": ". */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

export interface Table extends Columns {
  /** The headings above it, outermost first. */
  readonly above: readonly Heading[];
  /** The JSON member that it is the value of; `null` for any other table. */
  readonly name: string | null;
  /** What of the Markdown it takes the place of. */
  readonly start: number;
  readonly end: number;
}

/** An empty row is no record. */
export const hasValue = ({ cells }: TableRow): boolean => cells.some((cell) => cell !== '');

/** Wider and larger tables stay text. */
export const MOST_COLUMNS = 200;
export const MOST_CELLS = 2_000_000;

const LONGEST_COLUMN = 80;

/**
 * Names for columns: "column 2" for the second without a name, "name 2" for the second of that name. At most 80 code
 * units each.
 */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((written, index) => {
    const base = plainName(written) || `column ${index + 1}`;
    let name = base;
    for (let nth = 2; taken.has(name.toLowerCase()); nth++) name = `${base} ${nth}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** On one line; without the marks that would open a block, and without the colon that separates it from a value. */
function plainName(written: string): string {
  return written
    .slice(0, LONGEST_COLUMN)
    .toWellFormed()
    .replace(/:(?=[\s:]|$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[#>|*+\- ]+/, '')
    .trimEnd();
}
