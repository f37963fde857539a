/** The structure tree of a tagged page: which marked content is a heading, a list item or a table cell. */

export interface StructureElement {
  /** Standard structure type: `P`, `H1`, `TD`. */
  readonly type: string;
  readonly parent: StructureElement | null;
  /** Elements, and marked-content ids of text. */
  readonly children: readonly (StructureElement | number)[];
  /** Of a figure, what stands for it where it cannot be seen, or empty. */
  readonly description: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface PageStructure {
  readonly roots: readonly StructureElement[];
  /** Innermost element of each marked-content id. */
  readonly byMcid: ReadonlyMap<number, StructureElement>;
}
