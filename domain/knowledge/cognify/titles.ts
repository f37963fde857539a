/** Names that are titles of chunks, as far as the readers of a document may know. */

/** By name: `open` to all readers of the dataset, or the audiences of the documents that have the title. */
export type Titles = ReadonlyMap<string, 'open' | readonly bigint[]>;

/**
 * Whether a name is a title for a document with this audience. A title of a restricted document serves the documents
 * with the same audience: the names of any other would show that there is such a title.
 */
export function isTitle(titles: Titles, name: string, audience: bigint | null): boolean {
  const title = titles.get(name);
  if (title === undefined) return false;
  return title === 'open' || (audience !== null && title.includes(audience));
}
