/** The types of search. Each is one entry, from which the contract derives what a type takes and returns. */
import type { Hit } from '../../../engines/knowledge/retrieval/index.ts';
import type { Findings } from './findings.ts';
import type { Search } from './opening.ts';
import { SEARCH_TYPES } from './query.ts';
import type { SearchType } from './query.ts';
import { bySimilarity, byWords } from './types/chunks.ts';
import { aboutCommunities } from './types/communities.ts';
import { amongFacts } from './types/facts.ts';
import { allCommunities } from './types/global.ts';
import { inHops } from './types/hops.ts';
import { byTime } from './types/temporal.ts';

export interface SearchRules {
  /** `onHits` is called with what was found so far, for an answer when the time is up. */
  readonly find: (search: Search, onHits: (hits: readonly Hit[]) => void) => Promise<Findings>;
  /**
   * What its results are read from: passages alone, or those that state the facts, or are of the communities, that it
   * finds.
   */
  readonly finds: 'passages' | 'facts' | 'communities';
  /** Whether it compares vectors: then the datasets need the same model, which has to answer. */
  readonly byMeaning: boolean;
  /** Whether it looks for the words of the question. */
  readonly byWords: boolean;
  /** Members of a request that change what it finds. */
  readonly takes: readonly ('hops' | 'time')[];
  /** What an answer without a language model is made of; `null`: the question is not answered. */
  readonly answer: AnswerBreadth | null;
}

/**
 * Members of a request that not every type of search takes: it refuses those that it has no use for. What a response
 * leaves out or adds (`only_context`, `include_…`) every type does.
 */
export const SEARCH_MEMBERS = ['hops', 'rerank', 'time', 'dry_run', 'max_cost_usd'] as const;
export type SearchMember = (typeof SEARCH_MEMBERS)[number];

/** How much an answer is made of. */
export interface AnswerBreadth {
  /** Passages whose sentences are read, the best ones. */
  readonly passages: number;
  /** Sentences that the text of the answer has at most. */
  readonly quoted: number;
}

/** Embedding sentences takes most of the time of an answer, and it is seldom in a passage further down. */
const CLOSE: AnswerBreadth = { passages: 5, quoted: 3 };
/**
 * No single passage answers a question about all documents. As many sentences are quoted as a language model may write.
 */
const WIDE: AnswerBreadth = { passages: 20, quoted: 8 };

const RULES: Readonly<Record<SearchType, SearchRules>> = {
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
    find: bySimilarity,
    finds: 'passages',
    byMeaning: true,
    byWords: false,
    takes: [],
    answer: null,
  },
  /** Words alone, by BM25. */
  CHUNKS_LEXICAL: {
    find: byWords,
    finds: 'passages',
    byMeaning: false,
    byWords: true,
    takes: [],
    answer: null,
  },
  /** Similarity, words and titles, without a second hop. */
  HYBRID: {
    find: (search, onHits) => inHops(search, onHits, 1),
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
    find: aboutCommunities,
    finds: 'communities',
    byMeaning: true,
    byWords: true,
    takes: [],
    answer: null,
  },
  /** All communities. */
  GLOBAL: {
    find: allCommunities,
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
};

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

/** Whether statements of the passages that contradict each other are shown: where somebody may rely on them. */
export const showsConflicts = ({ answer, finds }: SearchRules): boolean => answer !== null || finds === 'facts';

/** Whether a language model is asked about each community before it answers. */
export const asksOfCommunities = ({ answer, finds }: SearchRules): boolean =>
  answer !== null && finds === 'communities';

/** Whether a member of a request changes what a search of the type does. */
export function takesMember(rules: SearchRules, member: SearchMember): boolean {
  switch (member) {
    case 'hops':
    case 'time':
      return rules.takes.includes(member);
    case 'rerank':
      // Facts have an order of their own.
      return rules.finds !== 'facts';
    case 'dry_run':
    case 'max_cost_usd':
      return asksOfCommunities(rules);
  }
}
