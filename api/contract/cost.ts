/** What requests of an operation take, as far as it is known before anything is read. */

/**
 * Turns that one request takes of a process for costly requests (api/costly/), from 1 to {@link TURNS}, by what it asks for. A turn is
 * about what a small search takes, which reads some hundred rows and keeps a core busy for some 50 ms.
 */
export type Turns<Asked> = (asked: Asked) => number;

/**
 * `few_rows`: it is bounded by a few rows, or by limits of its own, and the API's process serves it. `waits_for_jobs`: the same, and it then
 * waits for its jobs, so that a tenant may have a limited number of them at once. Otherwise its work grows with a dataset or with the
 * request: a process of its own serves it.
 */
export type Cost<Asked> = 'few_rows' | 'waits_for_jobs' | Turns<Asked>;

/** Turns that costly requests of all tenants have at once in one process. */
export const TURNS = 16;

/** The turns of a page of rows: `most` for one of the largest size, in proportion for a smaller one, and 1 where the client leaves the size open. */
export function share(limit: number | undefined, largest: number, most: number): number {
  return Math.max(1, Math.ceil(((limit ?? 0) / largest) * most));
}
