/** Searches datasets and shows what was found. */
import type { Caller } from '../../../domain/identity/identity.ts';
import { estimateSearch } from '../../../domain/knowledge/search/estimate.ts';
import { nothingFound, searchDatasets } from '../../../domain/knowledge/search/index.ts';
import { SEARCH_DEFAULTS } from '../../../domain/knowledge/search/query.ts';
import type { Found, SearchCitation } from '../../../domain/knowledge/search/found.ts';
import { presentSearch } from '../../../domain/knowledge/search/show/present.ts';
import type {
  PresentedSearch,
  RankedFact,
  SearchAnswer,
  SearchResult,
} from '../../../domain/knowledge/search/show/present.ts';
import type { SearchProgress } from '../../../domain/knowledge/search/progress.ts';
import type { SearchType } from '../../../domain/knowledge/search/types/index.ts';
import { citationsOf } from '../../../domain/knowledge/search/sessions/citations.ts';
import { resolveFollowUp } from '../../../domain/knowledge/search/sessions/follow-up.ts';
import type { Resolved } from '../../../engines/knowledge/retrieval/follow-up.ts';
import { keepExchange } from '../../../domain/knowledge/search/sessions/exchanges.ts';
import { ServiceError } from '../../../errors/index.ts';
import { ValidationError, bodyIssue } from '../../contract/validation.ts';
import type { Figure, RecordFigure } from '../../figures.ts';
import type { Services } from '../../services.ts';
import { communityOf } from '../communities/communities.ts';
import { refuseUseless } from './members.ts';
import type { SearchRequest, SearchResponse } from './schemas.ts';
import { datedEvidenceOf } from '../shared/evidence.ts';
import { conflictOf } from '../graph/claims.ts';
import { askedTimeOf, dateOf, timeQuery } from './time.ts';
import { pathOf, resultWhy, searchWhy } from './why.ts';

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
  const show = (found: Found): SearchResponse => responseOf(request, resolved, presentSearch(found), began);
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
    return { ...show(nothingFound([])), estimate };
  }
  const finding = searchDatasets({ database: fairReads(caller.tenantId), models, scales }, caller, {
    ...asked,
    take: request.top_k ?? SEARCH_DEFAULTS.take,
    hops: request.hops === 1 ? 1 : SEARCH_DEFAULTS.hops,
    time,
    reranks: request.rerank ?? false,
    explains: request.include_why ?? false,
    maxUsd: request.max_cost_usd ?? null,
    timeoutMs: seconds === undefined ? SEARCH_DEFAULTS.timeoutMs : seconds * 1000,
    signal: AbortSignal.any([gone, stopping]),
    onProgress: report && ((progress) => report(eventOf(progress, show))),
    // There is no job to charge: `tidemill_model_usage_total` counts it.
    spend: () => undefined,
    jobId: null,
  });
  const found = await measured(record, type, finding)
    .catch(showRefusal)
    .finally(() => gone.throwIfAborted());
  if (request.session_id !== undefined) {
    const { answer } = found;
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

function eventOf(progress: SearchProgress, show: (found: Found) => SearchResponse): SearchEvent {
  return progress.type === 'results' ? { type: 'results', response: show(progress.found) } : progress;
}

function responseOf(
  request: SearchRequest,
  resolved: Resolved | null,
  found: PresentedSearch,
  began: number,
): SearchResponse {
  const { include_provenance = true, include_graph_paths = false } = request;
  const { results, facts, answer } = found;
  return {
    query_text: request.query_text,
    resolved_query_text: resolved && resolved.text,
    resolved_with: [...(resolved?.added ?? [])],
    search_type: request.search_type ?? SEARCH_DEFAULTS.type,
    results: results.map((result) => resultOf(result, include_provenance)),
    facts: facts.map(factOf),
    communities: found.communities.map(({ community }) => communityOf(community)),
    answer: answer && answerOf(answer),
    time: found.time && askedTimeOf(found.time),
    conflicts: found.conflicts.map(conflictOf),
    graph_paths: include_graph_paths ? results.flatMap(pathOf) : [],
    why: found.why && searchWhy(found.why),
    warnings: found.warnings.map((warning) => ({ ...warning })),
    estimate: null,
    exchange_id: null,
    partial: found.isPartial,
    elapsed_ms: Math.round(performance.now() - began),
  };
}

async function measured(record: RecordFigure, type: SearchType, finding: Promise<Found>): Promise<Found> {
  const began = performance.now();
  const end = (outcome: Extract<Figure, { name: 'search' }>['outcome'], passages: number): void =>
    record({ name: 'search', type, outcome, seconds: (performance.now() - began) / 1000, passages });
  try {
    const found = await finding;
    const { length } = found.passages;
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

function resultOf(result: SearchResult, withProvenance: boolean): SearchResponse['results'][number] {
  const { passage, rank, score, highlight, date } = result;
  return {
    chunk_id: passage.chunk,
    rank,
    score,
    heading: passage.heading,
    text: passage.body,
    highlight: highlight && {
      span: [highlight.start, highlight.end],
      marks: highlight.marks.map(({ start, end }) => [start, end]),
    },
    provenance: withProvenance ? provenanceOf(result) : null,
    date: date && dateOf(date),
    why: resultWhy(result),
  };
}

function answerOf(answer: SearchAnswer): SearchResponse['answer'] {
  const { text, method, model, confidence, usage, failure } = answer;
  return {
    text,
    method,
    model,
    holds_answer: answer.holdsAnswer,
    confidence,
    sentences_dropped: answer.sentencesDropped,
    citations: answer.citations.map(citationOf),
    usage: [...usage],
    warning: failure,
  };
}

export function citationOf({ rank, chunk, text, start, end }: SearchCitation) {
  return { rank, chunk_id: chunk, text, span: [start, end] };
}

function factOf({ fact, rank, score, subject, predicate, object, evidence }: RankedFact) {
  return {
    fact_id: fact,
    rank,
    score,
    subject: { ...subject },
    predicate,
    object: { ...object },
    evidence: evidence.map(datedEvidenceOf),
  };
}

function provenanceOf({ passage, datasetKey }: SearchResult) {
  const { datasetId, documentId, title, label, uri, objectId, ordinal, recordType, recordRow } = passage;
  return {
    dataset_id: datasetId,
    dataset_key: datasetKey,
    document_id: documentId,
    title,
    label,
    uri,
    object_id: objectId,
    object_link: objectId === null ? null : `/v1/storage/objects/${objectId}/download-url`,
    chunk_ordinal: ordinal,
    span: [passage.start, passage.end],
    page_from: passage.pageFrom,
    page_to: passage.pageTo,
    record: recordType === null || recordRow === null ? null : { type: recordType, row: recordRow },
  };
}
