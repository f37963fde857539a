/** What a search is asked, and what it needs. */
import type { Database } from '../../../platform/database/client.ts';
import type { Measure } from '../../jobs/usage.ts';
import type { Models } from '../../models/index.ts';
import type { OnProgress } from './progress.ts';
import type { Scales } from './scales.ts';
import type { SearchFilters } from './scope.ts';
import type { SearchType } from './types/index.ts';
import type { TimeQuery } from './types/temporal.ts';

export interface SearchDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly scales: Scales;
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
  /** The most that the calls of the language model may cost, where it is asked about each community; absent: no limit. */
  readonly maxUsd?: number | null;
  /** Called while the search goes on. */
  readonly onProgress?: OnProgress | undefined;
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the result. */
  readonly signal: AbortSignal;
  /** Receives the usage of each call to a model. */
  readonly spend: (measure: Measure) => void;
  /**
   * The job whose step searches. Further attempts of its steps find the answer of the language model again; if the model is away, the
   * search rejects. `null`: a request, which is not repeated; if the model is away, the answer is made without it.
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
