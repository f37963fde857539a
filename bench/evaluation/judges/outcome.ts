/** What a tool made of a case. */
export interface JudgedCase {
  readonly score: number | null;
  /** Why there is no score; `null` when there is one. */
  readonly failure: string | null;
}
