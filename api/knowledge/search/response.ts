/** The results of a search as the contract names them. */
import { SEARCH_DEFAULTS } from '../../../domain/knowledge/search/index.ts';
import type {
  Explanation,
  FoundFact,
  SearchAnswer,
  SearchCitation,
  SearchResult,
  SearchResults,
  TimeQuery,
} from '../../../domain/knowledge/search/index.ts';
import type { PlacedDate } from '../../../domain/knowledge/graph/index.ts';
import { writtenPeriod } from '../../../domain/knowledge/graph/index.ts';
import { communityOf } from '../communities.ts';
import { conflictOf } from '../graph/claims.ts';
import { datedEvidenceOf } from '../shared/evidence.ts';
import type { Resolved } from '../../../engines/knowledge/retrieval/index.ts';
import type { SearchRequest } from './request.ts';
import type { SearchResponse } from './schemas.ts';

export function responseOf(
  request: SearchRequest,
  resolved: Resolved | null,
  found: SearchResults,
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

function resultOf(result: SearchResult, withProvenance: boolean): SearchResponse['results'][number] {
  const { passage, rank, score, date } = result;
  const { highlight } = passage;
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

function factOf({ fact, score, subject, predicate, object, evidence }: FoundFact, index: number) {
  return {
    fact_id: fact,
    rank: index + 1,
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

const askedTimeOf = (time: TimeQuery) => ({ ...writtenPeriod(time), order: time.order });

function dateOf(date: PlacedDate) {
  const { place, start, end } = date;
  return { ...writtenPeriod(date), place, span: start === null || end === null ? null : [start, end] };
}

function resultWhy(result: SearchResult): SearchResponse['results'][number]['why'] {
  const { ranks } = result;
  const { parts, ratings = 0 } = result.passage.hit;
  if (ranks === null) return null;
  return {
    parts: {
      similarity: parts.similarity,
      words: parts.words,
      title: parts.title,
      second_hop: parts.secondHop,
      time: parts.time,
      community: parts.community,
      rerank: parts.rerank,
      feedback: parts.feedback,
    },
    ranks: { similarity: ranks.similarity, words: ranks.words, first_hop: ranks.firstHop },
    ratings,
    path: pathOf(result)[0] ?? null,
  };
}

function searchWhy({ candidates, filteredOut }: Explanation): SearchResponse['why'] {
  return { candidates, filtered_out: filteredOut };
}

/** How the second hop led to a passage: one path, or none. */
function pathOf({ passage: { chunk, hit } }: SearchResult): SearchResponse['graph_paths'] {
  if (!hit.path) return [];
  const { from, entity, probe } = hit.path;
  return [{ from_chunk_id: from, entity: entity?.name ?? null, question: probe, to_chunk_id: chunk }];
}
