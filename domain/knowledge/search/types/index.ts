/** The types of search. Each is one entry: what it finds, and whether it answers the question. */
import type { AskedTime } from '../../../../engines/knowledge/time/question.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/types.ts';
import { firstHop, secondHop } from './hops.ts';
import type { Search } from '../search.ts';
import { allCommunities } from './global.ts';
import { aboutCommunities } from './summaries.ts';
import type { FoundParts, Part } from '../parts.ts';
import { lexicalHits } from './chunks-lexical.ts';
import { similarHits } from './chunks.ts';
import { triplets } from './triplets.ts';
import type { FoundFact } from './triplets.ts';
import type { PlacedDate } from '../../time/dates.ts';
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
  /** The facts that the passages state, where facts are searched. */
  readonly facts: readonly FoundFact[];
  /** The communities that the passages are of, where communities are searched. */
  readonly parts: readonly Part[];
  /** The time that was asked for, where time is searched; `null`: none. */
  readonly time: AskedTime | null;
  /** The date of each passage that counted, by its chunk, where time is searched. */
  readonly dates: ReadonlyMap<string, PlacedDate>;
  readonly warnings: readonly SearchWarning[];
}

/** What a search that finds passages alone has of everything else. */
export const NOTHING: Findings = { hits: [], facts: [], parts: [], time: null, dates: new Map(), warnings: [] };

/** How much an answer is made of. */
export interface AnswerBreadth {
  /** Passages whose sentences are read, the best ones. */
  readonly passages: number;
  /** Sentences that the text of the answer has at most. */
  readonly quoted: number;
}

export interface SearchRules {
  readonly find: (run: SearchRun) => Promise<Findings>;
  /** Whether it compares vectors: then the datasets need the same model, which has to answer. */
  readonly byMeaning: boolean;
  /** Whether the question is answered from the passages. */
  readonly answers: boolean;
  /** How much of the passages an answer without a language model is made of. */
  readonly breadth: AnswerBreadth;
  /** Whether it finds facts: all passages that state them are shown, in the order of the facts. */
  readonly findsFacts: boolean;
  /** Whether a language model is asked about each community before it answers. */
  readonly asksOfCommunities: boolean;
}

/** Embedding sentences takes most of the time of an answer, and it is seldom in a passage further down. */
const CLOSE: AnswerBreadth = { passages: 5, quoted: 3 };
/** No single passage answers a question about all documents. As many sentences are quoted as a language model may write. */
const WIDE: AnswerBreadth = { passages: 20, quoted: 8 };

/** Of a search by meaning that finds passages and leaves the question unanswered. */
const PASSAGES = {
  byMeaning: true,
  answers: false,
  breadth: CLOSE,
  findsFacts: false,
  asksOfCommunities: false,
} as const;

const RULES = {
  /** Both kinds of scores, and the entities that lead to further passages. */
  GRAPH_COMPLETION: { ...PASSAGES, find: inHops, answers: true },
  /** Similarity of vectors alone. */
  CHUNKS: { ...PASSAGES, find: async ({ search, take }) => ({ ...NOTHING, hits: await similarHits(search, take) }) },
  /** Words alone, by BM25. */
  CHUNKS_LEXICAL: {
    ...PASSAGES,
    find: async ({ search, take }) => ({ ...NOTHING, hits: await lexicalHits(search, take) }),
    byMeaning: false,
  },
  /** Similarity, words and titles, without a second hop. */
  HYBRID: { ...PASSAGES, find: (run) => inHops({ ...run, hops: 1 }) },
  /** Facts, by their similarity and words. */
  TRIPLETS: { ...PASSAGES, find: amongFacts, findsFacts: true },
  /** Communities that the question is about, by the passages that it finds. */
  SUMMARIES: { ...PASSAGES, find: async ({ search }) => ofCommunities(await aboutCommunities(search)) },
  /** All communities. */
  GLOBAL: {
    ...PASSAGES,
    find: async ({ search }) => ofCommunities(await allCommunities(search)),
    answers: true,
    breadth: WIDE,
    asksOfCommunities: true,
  },
  /** Similarity, words and titles, and by dates. Without a time as GRAPH_COMPLETION. */
  TEMPORAL: { ...PASSAGES, find: byTime, answers: true },
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
  return { ...NOTHING, hits: ranked };
}

const NO_VECTORS: SearchWarning = {
  code: 'facts_without_vectors',
  message: 'Some facts have no vectors yet and cannot be found. Run a Memify job with the pipeline triplet_embeddings.',
};

async function amongFacts({ search, take }: SearchRun): Promise<Findings> {
  const { facts, hits, isIncomplete } = await triplets(search, take);
  return { ...NOTHING, facts, hits, warnings: isIncomplete ? [NO_VECTORS] : [] };
}

const NO_COMMUNITIES: SearchWarning = {
  code: 'communities_missing',
  message: 'There are no communities that you may read. Run a Memify job with the pipeline communities.',
};

function ofCommunities({ parts, hits, isMissing }: FoundParts): Findings {
  return { ...NOTHING, parts, hits, warnings: isMissing ? [NO_COMMUNITIES] : [] };
}

const NO_TIME: SearchWarning = {
  code: 'no_time_in_question',
  message: 'The question names no time, so dates did not affect the ranking. Give `time`, or a date in the question.',
};

async function byTime({ search, take, hops, time, onFound }: SearchRun): Promise<Findings> {
  const asked = timeOf(search.question.text, time);
  if (!asked) return { ...(await inHops({ search, hops, onFound, take })), warnings: [NO_TIME] };
  const { hits } = await inHops({ search, hops: 1, onFound, take });
  return { ...NOTHING, ...(await inTime(search, hits, asked)), time: asked };
}
