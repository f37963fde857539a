/** What a request costs, as far as that is known before anything is read; each route declares it as its `cost`. */

/**
 * Turns that one request takes of a process for costly requests (api/costly/), from 1 to {@link TURNS_AT_ONCE}, by what
 * it asks for. One turn is about 50 ms of processor time, database and embedding model included. Measured with 11,000
 * names in 1.1 MB of text: a short search 70 ms, one with 100 results 330, a page of 500 nodes of the graph 90, its
 * conflicts 410, candidates 310, its page as HTML 1,000.
 */
export type TurnsOf<Asked> = (asked: Asked) => number;

/**
 * `few_rows`: bounded by a few rows, or by limits of its own; the API's process serves it. `waits_for_jobs`: the same,
 * but held open until its jobs end; a tenant may have a limited number open. Otherwise its work grows with a dataset or
 * with the request: a process of its own serves it.
 */
export type Cost<Asked> = 'few_rows' | 'waits_for_jobs' | TurnsOf<Asked>;

/** Turns that costly requests of all tenants have at once in one process. */
export const TURNS_AT_ONCE = 16;

/** The turns of a page of `limit` rows: `most` for the largest, in proportion for smaller ones, and 1 at least. */
export function turnsOfPage(limit: number, largest: number, most: number): number {
  return Math.max(1, Math.ceil((limit / largest) * most));
}
