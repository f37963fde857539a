/** A name as texts write it. */

export interface Named {
  /** Normal form: equal for all spellings. */
  readonly name: string;
  /** As written. */
  readonly label: string;
}
