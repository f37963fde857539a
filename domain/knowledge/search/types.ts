/** The ways in which passages are found. Each is one entry: what it ranks by. */
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { firstHop, secondHop } from './hops.ts';
import type { Search } from './hops.ts';
import { lexicalHits } from './lexical-hits.ts';
import { similarHits } from './similar-hits.ts';

/** What a search does, and what it reports while it goes on. */
export interface SearchRun {
  readonly search: Search;
  readonly take: number;
  readonly hops: 1 | 2;
  /** Called with what was found so far, for an answer when the time is up. */
  readonly onFound: (hits: readonly Hit[]) => void;
}

interface SearchBy {
  readonly find: (run: SearchRun) => Promise<readonly Hit[]>;
  /** Whether it compares vectors: then the datasets need the same model, which has to answer. */
  readonly byMeaning: boolean;
}

const RANKED_BY = {
  /** Both kinds of scores, and the entities that lead to further passages. */
  GRAPH_COMPLETION: { find: inHops, byMeaning: true },
  /** Similarity of vectors alone. */
  CHUNKS: { find: ({ search, take }) => similarHits(search, take), byMeaning: true },
  /** Words alone, by BM25. */
  CHUNKS_LEXICAL: { find: ({ search, take }) => lexicalHits(search, take), byMeaning: false },
  /** Similarity, words and titles, without a second hop. */
  HYBRID: { find: (run) => inHops({ ...run, hops: 1 }), byMeaning: true },
} as const satisfies Readonly<Record<string, SearchBy>>;

export type SearchType = keyof typeof RANKED_BY;
export const SEARCH_TYPES: readonly [SearchType, ...SearchType[]] = [
  'GRAPH_COMPLETION',
  'CHUNKS',
  'CHUNKS_LEXICAL',
  'HYBRID',
];

/** The best passages of a search, best first. */
export function findBy(type: SearchType, run: SearchRun): Promise<readonly Hit[]> {
  return RANKED_BY[type].find(run);
}

/** Whether a type of search calls the embedding model. */
export function isByMeaning(type: SearchType): boolean {
  return RANKED_BY[type].byMeaning;
}

async function inHops({ search, hops, onFound }: SearchRun): Promise<readonly Hit[]> {
  const first = await firstHop(search);
  const hits = first.ranked.map(({ chunk, score }): Hit => ({ chunk, score, base: score, path: null }));
  onFound(hits);
  return hops === 1 || hits.length === 0 ? hits : secondHop(search, first);
}
