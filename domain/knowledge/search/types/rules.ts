/** What the entry of a type of search declares, and what follows from it. */
import type { Hit } from '../../../../engines/knowledge/retrieval/types.ts';
import type { AskedTime } from '../../../../engines/knowledge/time/question.ts';
import type { PlacedDate } from '../../graph/time/dates.ts';
import type { Part } from '../parts.ts';
import type { Search } from '../search.ts';
import type { SearchWarning } from '../warnings.ts';
import type { TimeQuery } from './temporal.ts';
import type { FoundFact } from './triplets.ts';

export interface SearchRules {
  readonly find: (request: FindRequest) => Promise<Findings>;
  /** What its results are read from: passages alone, or those that state the facts, or are of the communities, that it finds. */
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
 * Members of a request that not every type of search takes: it refuses those that it has no use for. What a response leaves out or adds
 * (`only_context`, `include_…`) every type does.
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

/** What a search does, and what it reports while it goes on. */
export interface FindRequest {
  readonly search: Search;
  /** How many passages, or facts, to find at most. */
  readonly take: number;
  readonly hops: 1 | 2;
  /** The time that is asked for, where time is searched; absent: what the question says. */
  readonly time?: TimeQuery | undefined;
  /** Called with what was found so far, for an answer when the time is up. */
  readonly onFound: (hits: readonly Hit[]) => void;
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
