/** The cost of a search. */
import type { SearchRequest } from './request.ts';

/** Characters of a question that are read and asked again; the embedding model sees somewhat more. */
const READ_CHARACTERS = 1000;

/** Results whose sentences take as long to look at as it takes to find ten. */
const RESULTS_A_TURN = 25;

/** Values of filters that Postgres compares with every document. */
const VALUES_A_TURN = 1000;

/** Turns: 1 for a short question, up to 15 for the longest with all results, filters and reranking. */
export function searchTurns({ query_text, top_k = 10, filters = {}, hops = 2, rerank = false }: SearchRequest): number {
  const read = Math.min(query_text.length, READ_CHARACTERS) / READ_CHARACTERS;
  const values = Object.values(filters).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
  return (
    1 +
    // The second hop asks again up to 18 times, each time with what is left of the question.
    Math.floor((hops === 1 ? 1 : 5) * read) +
    Math.floor(top_k / RESULTS_A_TURN) +
    Math.floor(values / VALUES_A_TURN) +
    Number(rerank)
  );
}
