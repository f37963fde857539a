/** The types of search. Each is one entry, from which the contract derives what a type takes and returns. */
import { hitOf } from '../../../../engines/knowledge/retrieval/types.ts';
import type { FoundParts } from '../parts.ts';
import type { SearchWarning } from '../warnings.ts';
import { lexicalHits } from './chunks-lexical.ts';
import { similarHits } from './chunks.ts';
import { allCommunities } from './global.ts';
import { firstHop, secondHop } from './hops.ts';
import { NOTHING, SEARCH_MEMBERS, takesMember } from './rules.ts';
import type { AnswerBreadth, Findings, SearchMember, SearchRules, FindRequest } from './rules.ts';
import { aboutCommunities } from './summaries.ts';
import { inTime, timeOf } from './temporal.ts';
import { triplets } from './triplets.ts';

/** Embedding sentences takes most of the time of an answer, and it is seldom in a passage further down. */
const CLOSE: AnswerBreadth = { passages: 5, quoted: 3 };
/** No single passage answers a question about all documents. As many sentences are quoted as a language model may write. */
const WIDE: AnswerBreadth = { passages: 20, quoted: 8 };

const RULES = {
  /** Both kinds of scores, and the entities that lead to further passages. */
  GRAPH_COMPLETION: {
    find: inHops,
    finds: 'passages',
    byMeaning: true,
    byWords: true,
    takes: ['hops'],
    answer: CLOSE,
  },
  /** Similarity of vectors alone. */
  CHUNKS: {
    find: async ({ search, take }) => ({ ...NOTHING, hits: await similarHits(search, take) }),
    finds: 'passages',
    byMeaning: true,
    byWords: false,
    takes: [],
    answer: null,
  },
  /** Words alone, by BM25. */
  CHUNKS_LEXICAL: {
    find: async ({ search, take }) => ({ ...NOTHING, hits: await lexicalHits(search, take) }),
    finds: 'passages',
    byMeaning: false,
    byWords: true,
    takes: [],
    answer: null,
  },
  /** Similarity, words and titles, without a second hop. */
  HYBRID: {
    find: (run) => inHops({ ...run, hops: 1 }),
    finds: 'passages',
    byMeaning: true,
    byWords: true,
    takes: [],
    answer: null,
  },
  /** Facts, by their similarity and words: their order decides on that of the passages. */
  TRIPLETS: {
    find: amongFacts,
    finds: 'facts',
    byMeaning: true,
    byWords: true,
    takes: [],
    answer: null,
  },
  /** Communities that the question is about, by the passages that it finds. */
  SUMMARIES: {
    find: async ({ search }) => ofCommunities(await aboutCommunities(search)),
    finds: 'communities',
    byMeaning: true,
    byWords: true,
    takes: [],
    answer: null,
  },
  /** All communities. */
  GLOBAL: {
    find: async ({ search }) => ofCommunities(await allCommunities(search)),
    finds: 'communities',
    byMeaning: true,
    byWords: true,
    takes: [],
    answer: WIDE,
  },
  /** Similarity, words and titles, and by dates. Without a time as GRAPH_COMPLETION. */
  TEMPORAL: {
    find: byTime,
    finds: 'passages',
    byMeaning: true,
    byWords: true,
    takes: ['hops', 'time'],
    answer: CLOSE,
  },
} as const satisfies Readonly<Record<string, SearchRules>>;

export type SearchType = keyof typeof RULES;
export const SEARCH_TYPES: readonly SearchType[] = Object.keys(RULES).filter(isSearchType);

function isSearchType(text: string): text is SearchType {
  return text in RULES;
}

export function rulesOf(type: SearchType): SearchRules {
  return RULES[type];
}

/** Whether a question is answered from the passages. */
export function answers(type: SearchType): boolean {
  return RULES[type].answer !== null;
}

export function typesWith(has: (rules: SearchRules) => boolean): readonly SearchType[] {
  return SEARCH_TYPES.filter((type) => has(RULES[type]));
}

/** Members of a request that the type has no use for. */
export function membersNotOf(type: SearchType): readonly SearchMember[] {
  return SEARCH_MEMBERS.filter((member) => !takesMember(RULES[type], member));
}

async function inHops({ search, hops, onFound }: FindRequest): Promise<Findings> {
  const first = await firstHop(search);
  const hits = first.ranked.map(hitOf);
  onFound(hits);
  const ranked = hops === 1 || hits.length === 0 ? hits : await secondHop(search, first);
  return { ...NOTHING, hits: ranked };
}

const NO_VECTORS: SearchWarning = {
  code: 'facts_without_vectors',
  message: 'Some facts have no vectors yet and cannot be found. Run a Memify job with the pipeline triplet_embeddings.',
};

async function amongFacts({ search, take }: FindRequest): Promise<Findings> {
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

async function byTime({ search, take, hops, time, onFound }: FindRequest): Promise<Findings> {
  const asked = timeOf(search.question.text, time);
  if (!asked) return { ...(await inHops({ search, hops, onFound, take })), warnings: [NO_TIME] };
  const { hits } = await inHops({ search, hops: 1, onFound, take });
  return { ...NOTHING, ...(await inTime(search, hits, asked)), time: asked };
}
