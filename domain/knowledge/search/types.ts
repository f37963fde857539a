/** The types of search. Each is one entry: what it finds, and whether it answers the question. */
import type { AskedTime } from '../../../engines/knowledge/time/question.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { firstHop, secondHop } from './hops.ts';
import type { Search } from './hops.ts';
import { aboutCommunities, allCommunities } from './communities.ts';
import type { FoundCommunities, FoundCommunity } from './communities.ts';
import { lexicalHits } from './lexical-hits.ts';
import { similarHits } from './similar-hits.ts';
import { triplets } from './triplets.ts';
import type { FoundFact } from './triplets.ts';
import type { PlacedDate } from '../time/dates.ts';
import { inTime, timeOf } from './temporal.ts';
import type { TimeQuery } from './temporal.ts';

/** What a search does, and what it reports while it goes on. */
export interface SearchRun {
  readonly search: Search;
  /** How many passages, or facts, to find at most. */
  readonly take: number;
  readonly hops: 1 | 2;
  /** The time that is asked for, where time is searched; absent: what the question says. */
  readonly time?: TimeQuery | undefined;
  /** Called with what was found so far, for an answer when the time is up. */
  readonly onFound: (hits: readonly Hit[]) => void;
}

/** What a search should know of what it did not find. */
export interface SearchWarning {
  readonly code: string;
  readonly message: string;
}

/** What a search finds, best first: more than it was asked for, if there is more. */
export interface Findings {
  readonly hits: readonly Hit[];
  /** The facts that the passages state, where facts are searched: then all passages are shown. */
  readonly facts?: readonly FoundFact[];
  /** The communities whose summaries the passages state, where communities are searched. */
  readonly communities?: readonly FoundCommunity[];
  /** The time that was asked for, and the date of each passage that counted, by its chunk, where time is searched. */
  readonly time?: AskedTime | null;
  readonly dates?: ReadonlyMap<string, PlacedDate>;
  readonly warnings?: readonly SearchWarning[];
}

interface SearchRules {
  readonly find: (run: SearchRun) => Promise<Findings>;
  /** Whether it compares vectors: then the datasets need the same model, which has to answer. */
  readonly byMeaning: boolean;
  /** Whether the question is answered from the passages. */
  readonly answers: boolean;
  /** Whether a language model is asked about each community before it answers. */
  readonly asksOfCommunities?: boolean;
}

const RULES = {
  /** Both kinds of scores, and the entities that lead to further passages. */
  GRAPH_COMPLETION: { find: inHops, byMeaning: true, answers: true },
  /** Similarity of vectors alone. */
  CHUNKS: {
    find: async ({ search, take }) => ({ hits: await similarHits(search, take) }),
    ...{ byMeaning: true, answers: false },
  },
  /** Words alone, by BM25. */
  CHUNKS_LEXICAL: {
    find: async ({ search, take }) => ({ hits: await lexicalHits(search, take) }),
    ...{ byMeaning: false, answers: false },
  },
  /** Similarity, words and titles, without a second hop. */
  HYBRID: { find: (run) => inHops({ ...run, hops: 1 }), byMeaning: true, answers: false },
  /** Facts, by their similarity and words. */
  TRIPLETS: { find: amongFacts, byMeaning: true, answers: false },
  /** Communities that the question is about, by the passages that it finds. */
  SUMMARIES: {
    find: async ({ search }) => ofCommunities(await aboutCommunities(search)),
    ...{ byMeaning: true, answers: false },
  },
  /** All communities. */
  GLOBAL: {
    find: async ({ search }) => ofCommunities(await allCommunities(search)),
    ...{ byMeaning: true, answers: true, asksOfCommunities: true },
  },
  /** Similarity, words and titles, and by dates. Without a time as GRAPH_COMPLETION. */
  TEMPORAL: { find: byTime, byMeaning: true, answers: true },
} as const satisfies Readonly<Record<string, SearchRules>>;

export type SearchType = keyof typeof RULES;
export const SEARCH_TYPES: readonly SearchType[] = Object.keys(RULES).filter(isSearchType);

function isSearchType(text: string): text is SearchType {
  return text in RULES;
}

export function rulesOf(type: SearchType): SearchRules {
  return RULES[type];
}

async function inHops({ search, hops, onFound }: SearchRun): Promise<Findings> {
  const first = await firstHop(search);
  const hits = first.ranked.map((scored): Hit => ({ ...scored, base: scored.score, path: null }));
  onFound(hits);
  const ranked = hops === 1 || hits.length === 0 ? hits : await secondHop(search, first);
  return { hits: ranked };
}

const NO_VECTORS: SearchWarning = {
  code: 'facts_without_vectors',
  message: 'Some facts have no vectors yet and cannot be found. Run a Memify job with the pipeline triplet_embeddings.',
};

async function amongFacts({ search, take }: SearchRun): Promise<Findings> {
  const { facts, hits, isIncomplete } = await triplets(search, take);
  return { facts, hits, warnings: isIncomplete ? [NO_VECTORS] : [] };
}

const NO_COMMUNITIES: SearchWarning = {
  code: 'communities_missing',
  message: 'There are no communities that you may read. Run a Memify job with the pipeline communities.',
};

function ofCommunities({ communities, hits, isMissing }: FoundCommunities): Findings {
  return { communities, hits, warnings: isMissing ? [NO_COMMUNITIES] : [] };
}

const NO_TIME: SearchWarning = {
  code: 'no_time_in_question',
  message: 'The question names no time, so dates did not affect the ranking. Give `time`, or a date in the question.',
};

async function byTime({ search, take, hops, time, onFound }: SearchRun): Promise<Findings> {
  const asked = timeOf(search.question.text, time);
  if (!asked) return { ...(await inHops({ search, hops, onFound, take })), warnings: [NO_TIME] };
  const { hits } = await inHops({ search, hops: 1, onFound, take });
  return { ...(await inTime(search, hits, asked)), time: asked };
}
