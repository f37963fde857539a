/** Searches datasets and shows what was found. */
import type { Caller } from '../../../domain/identity/identity.ts';
import {
  NOTHING_FOUND,
  SEARCH_DEFAULTS,
  estimateSearch,
  searchDatasets,
  citationsOf,
  resolveFollowUp,
  keepExchange,
} from '../../../domain/knowledge/search/index.ts';
import type {
  DatasetsQuery,
  SearchProgress,
  SearchResults,
  SearchType,
} from '../../../domain/knowledge/search/index.ts';
import type { Resolved } from '../../../engines/knowledge/retrieval/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { ValidationError, bodyIssue } from '../../contract/validation.ts';
import type { Figure, RecordFigure } from '../../figures.ts';
import type { Services } from '../../services.ts';
import { refuseUseless, timeQuery } from './request.ts';
import type { SearchRequest } from './request.ts';
import { responseOf } from './response.ts';
import type { SearchResponse } from './schemas.ts';

export async function search(
  { database, fairReads, models, scales, record, stopping }: Services,
  caller: Caller,
  request: SearchRequest,
  { gone, report }: Watched,
): Promise<SearchResponse> {
  const began = performance.now();
  const { query_text, timeout_seconds: seconds } = request;
  const type = request.search_type ?? SEARCH_DEFAULTS.type;
  refuseUseless(request, type);
  const time = timeQuery(request.time);
  const resolved = await resolvedBy(database, caller, request);
  const show = (found: SearchResults): SearchResponse => responseOf(request, resolved, found, began);
  const asked = {
    text: resolved?.text ?? query_text,
    datasetKeys: request.dataset_keys ?? SEARCH_DEFAULTS.datasetKeys,
    type,
    filters: request.filters ?? SEARCH_DEFAULTS.filters,
    onlyContext: request.only_context ?? SEARCH_DEFAULTS.onlyContext,
  };
  if (request.dry_run === true) {
    const reads = { database: fairReads(caller.tenantId), models };
    const estimate = await estimateSearch(reads, caller, asked).catch(showRefusal);
    return { ...show(NOTHING_FOUND), estimate };
  }
  const dependencies = { database: fairReads(caller.tenantId), models, scales };
  const query: DatasetsQuery = {
    ...asked,
    take: request.top_k ?? SEARCH_DEFAULTS.take,
    hops: request.hops === 1 ? 1 : SEARCH_DEFAULTS.hops,
    time,
    reranks: request.rerank ?? false,
    explains: request.include_why ?? false,
    maxUsd: request.max_cost_usd ?? null,
    timeoutMs: seconds === undefined ? SEARCH_DEFAULTS.timeoutMs : seconds * 1000,
    signal: AbortSignal.any([gone, stopping]),
    // There is no job to charge: `tidemill_model_usage_total` counts it.
    spend: () => undefined,
    jobId: null,
  };
  const onProgress = report && ((progress: SearchProgress) => report(eventOf(progress, show)));
  const found = await measured(record, type, searchDatasets(dependencies, caller, query, onProgress))
    .catch(showRefusal)
    .finally(() => gone.throwIfAborted());
  if (request.session_id !== undefined) {
    const { extracted: answer } = found;
    const exchange = { question: query_text, searchType: type, answer, citations: citationsOf(found) };
    const id = await keepExchange(database, caller, request.session_id, exchange);
    return { ...show(found), exchange_id: String(id) };
  }
  return show(found);
}

/** The question with what it leaves to the session; `null` if it leaves nothing, or was not to be resolved. */
async function resolvedBy(
  database: Services['database'],
  caller: Caller,
  { query_text, session_id, follow_up = false }: SearchRequest,
): Promise<Resolved | null> {
  if (!follow_up) return null;
  if (session_id !== undefined) return resolveFollowUp(database, caller, session_id, query_text);
  const msg = 'A follow-up needs the session_id of the questions before it.';
  throw new ValidationError([bodyIssue(['follow_up'], msg, 'value')]);
}

/** What those who follow a search learn of it while it goes on. */
export type SearchEvent =
  /** The response as far as it is known: without its answer. */
  | { readonly type: 'results'; readonly response: SearchResponse }
  | Exclude<SearchProgress, { readonly type: 'results' }>;

/** Who waits for a search. */
interface Watched {
  /** Aborted when nobody waits any more: the search ends with its reason, and a session does not get the question. */
  readonly gone: AbortSignal;
  readonly report?: (event: SearchEvent) => void;
}

function eventOf(progress: SearchProgress, show: (found: SearchResults) => SearchResponse): SearchEvent {
  return progress.type === 'results' ? { type: 'results', response: show(progress.found) } : progress;
}

async function measured(record: RecordFigure, type: SearchType, searching: Promise<SearchResults>) {
  const began = performance.now();
  const end = (outcome: Extract<Figure, { name: 'search' }>['outcome'], passages: number): void =>
    record({ name: 'search', type, outcome, seconds: (performance.now() - began) / 1000, passages });
  try {
    const found = await searching;
    const { length } = found.results;
    end(found.isPartial ? 'partial' : length > 0 ? 'found' : 'nothing', length);
    return found;
  } catch (error) {
    end('failed', 0);
    throw error;
  }
}

/** A question that cannot be searched for is shown as what it is: a member of the request that is at fault. */
function showRefusal(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'question_refused') throw error;
  throw new ValidationError([bodyIssue(['query_text'], error.message, error.code)]);
}
