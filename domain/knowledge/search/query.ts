/** What a search is asked, and what it needs. */
import type { TimeOrder } from '../../../engines/knowledge/options.ts';
import type { Period } from '../../../engines/knowledge/time/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Measure } from '../../jobs/usage.ts';
import type { Models } from '../../models/index.ts';
import type { Scales } from '../../models/scales.ts';
import type { SearchFilters } from './scope.ts';

/** types.ts has an entry for each. */
export const SEARCH_TYPES = [
  'GRAPH_COMPLETION',
  'CHUNKS',
  'CHUNKS_LEXICAL',
  'HYBRID',
  'TRIPLETS',
  'SUMMARIES',
  'GLOBAL',
  'TEMPORAL',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly scales: Scales;
}

/** The time that a caller asks for, beside or instead of what the question says: days since 1970-01-01. */
export interface TimeQuery extends Period {
  readonly order: TimeOrder | null;
}

export interface SearchQuery {
  readonly text: string;
  readonly type: SearchType;
  /** How many passages, or facts, to return at most. */
  readonly take: number;
  readonly hops: 1 | 2;
  readonly filters: SearchFilters;
  /** For searches by time; absent: what the question says of time. */
  readonly time?: TimeQuery | undefined;
  /** Whether to leave the question unanswered, where the type of search would answer it. */
  readonly onlyContext: boolean;
  /** Whether the model of the role `rerank` orders the best passages. */
  readonly reranks?: boolean;
  /** Whether to find out why each passage was found, and what the filters removed. */
  readonly explains?: boolean;
  /**
   * The most that the calls of the language model may cost, where it is asked about each community; absent: no limit.
   */
  readonly maxUsd?: number | null;
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the result. */
  readonly signal: AbortSignal;
  /** Receives the usage of each call to a model. */
  readonly spend: (measure: Measure) => void;
  /**
   * The job whose step searches. Further attempts of its steps find the answer of the language model again; if the
   * model is away, the search rejects. `null`: a request, which is not repeated; if the model is away, the answer is
   * made without it.
   */
  readonly jobId: string | null;
}

/** A search in datasets that are named by their keys. */
export interface DatasetsQuery extends SearchQuery {
  /** `null`: all datasets that the caller may read. */
  readonly datasetKeys: readonly string[] | null;
}

/** What a search does unless its request says otherwise. */
export const SEARCH_DEFAULTS = {
  datasetKeys: null,
  type: 'GRAPH_COMPLETION',
  take: 10,
  hops: 2,
  filters: {},
  onlyContext: false,
  timeoutMs: 30_000,
} as const satisfies Omit<DatasetsQuery, 'text' | 'signal' | 'spend' | 'jobId'>;
