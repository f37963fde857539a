/** By room, the files that the rest of the product may import. */
export const DOORS: Readonly<Record<string, readonly string[]>>;
