/** An entry of the outline (bookmarks) of a document. */

export interface OutlineEntry {
  readonly title: string;
  /** From 1, the outermost. */
  readonly level: number;
}
