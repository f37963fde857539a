/** What an engine makes: an item, or one that was rejected. */

/** Why an item is not among those of the result. */
export const REJECTIONS = {
  schema: 'The row does not match its schema.',
  constraint: 'A constraint between columns does not hold.',
  unique: 'A value exists already where all values must differ.',
  duplicate: 'It is the same as an earlier item, or nearly.',
} as const;
export type Rejection = keyof typeof REJECTIONS;

export interface Item {
  readonly value: Readonly<Record<string, unknown>>;
  /** What it was made from and by. */
  readonly provenance: Readonly<Record<string, unknown>>;
  /** `null`: it was accepted. */
  readonly rejected: { readonly reason: Rejection; readonly about: string } | null;
}
