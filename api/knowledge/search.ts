/** Searches datasets and shows what was found. */
import type { Caller } from '../../domain/identity/identity.ts';
import { hasContentWords, searchDatasets } from '../../domain/knowledge/search/index.ts';
import type { Found } from '../../domain/knowledge/search/index.ts';
import type { AskedModel, ModelAnswer } from '../../domain/knowledge/search/model-answer.ts';
import type { FoundPassage } from '../../domain/knowledge/search/passages.ts';
import type { SearchType } from '../../domain/knowledge/search/types.ts';
import { keepExchange } from '../../domain/knowledge/sessions/keep.ts';
import type { Citation } from '../../domain/knowledge/sessions/keep.ts';
import { ServiceError } from '../../errors/index.ts';
import { ValidationError } from '../contract/validation.ts';
import type { Metrics } from '../metrics.ts';
import type { Services } from '../services.ts';
import { NOT_FOUND, answerText } from './answer-text.ts';
import type { SearchRequest, SearchResponse } from './search-schemas.ts';

const DEFAULTS = { type: 'GRAPH_COMPLETION', take: 10, hops: 2, timeoutSeconds: 30 } as const;

export async function search(
  { database, models, scales, metrics, stopping }: Services,
  caller: Caller,
  request: SearchRequest,
): Promise<SearchResponse> {
  const began = performance.now();
  const { query_text, search_type = DEFAULTS.type, include_provenance = true, include_graph_paths = false } = request;
  if (!hasContentWords(query_text)) {
    const msg = 'Give at least one word to search for, other than words such as "the" and "who".';
    throw new ValidationError([{ loc: ['body', 'query_text'], msg, type: 'query_text' }]);
  }
  const finding = searchDatasets({ database, models, scales }, caller, {
    text: query_text,
    datasetKeys: request.dataset_keys ?? null,
    type: search_type,
    take: request.top_k ?? DEFAULTS.take,
    hops: request.hops === 1 ? 1 : DEFAULTS.hops,
    filters: request.filters ?? {},
    onlyContext: request.only_context ?? false,
    timeoutMs: (request.timeout_seconds ?? DEFAULTS.timeoutSeconds) * 1000,
    signal: stopping,
  });
  const found = await measured(metrics, search_type, finding).catch(showRefusal);
  if (request.session_id !== undefined) {
    const { answer } = found;
    const exchange = { question: query_text, searchType: search_type, answer, citations: citationsOf(found) };
    await keepExchange(database, caller, request.session_id, exchange);
  }
  const scores = descending(found.passages.map(({ hit }) => hit.score));
  return {
    query_text,
    search_type,
    results: found.passages.map(({ passage, highlight }, index) => ({
      chunk_id: passage.chunk,
      rank: index + 1,
      score: scores[index] ?? 0,
      heading: passage.heading,
      text: passage.body,
      highlight: highlightOf(highlight),
      provenance: include_provenance ? provenanceOf(found, passage) : null,
    })),
    facts: found.facts.map(factOf),
    answer: answerOf(found),
    graph_paths: include_graph_paths ? found.passages.flatMap(pathOf) : [],
    warnings: found.warnings.map((warning) => ({ ...warning })),
    partial: found.isPartial,
    elapsed_ms: Math.round(performance.now() - began),
  };
}

async function measured(metrics: Metrics, search_type: SearchType, finding: Promise<Found>): Promise<Found> {
  const end = metrics.searchSeconds.startTimer({ search_type });
  try {
    const found = await finding;
    end({ outcome: found.isPartial ? 'partial' : found.passages.length > 0 ? 'found' : 'nothing' });
    metrics.searchPassages.inc({ search_type }, found.passages.length);
    return found;
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}

/** A question that the model refuses is shown as what it is: a member of the request that is at fault. */
function showRefusal(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'question_refused') throw error;
  throw new ValidationError([{ loc: ['body', 'query_text'], msg: error.message, type: error.code }]);
}

/** Scores in the order of ranks: where the first hop's best keep their places, they count as much as what they stay ahead of. */
function descending(scores: readonly number[]): number[] {
  let least = -Infinity;
  return scores
    .toReversed()
    .map((score) => (least = Math.max(least, score)))
    .reverse();
}

function highlightOf(highlight: FoundPassage['highlight']) {
  return (
    highlight && {
      span: [highlight.start, highlight.end],
      marks: highlight.marks.map(({ start, end }) => [start, end]),
    }
  );
}

function answerOf(found: Found): SearchResponse['answer'] {
  const { asked } = found;
  if (asked?.answer) return modelAnswerOf(found, asked, asked.answer);
  const extracted = extractiveAnswerOf(found);
  return extracted && { ...extracted, usage: [...(asked?.usage ?? [])], warning: asked?.failure ?? null };
}

/** Its sentences with the ranks of their passages, as in "… [1][3]". */
function modelAnswerOf(
  { passages }: Found,
  { model, usage }: AskedModel,
  { sentences, dropped }: ModelAnswer,
): SearchResponse['answer'] {
  const cited = sentences.map(
    ({ text, citations }) => `${text} ${citations.map(({ passage }) => `[${passage + 1}]`).join('')}`,
  );
  return {
    text: sentences.length > 0 ? cited.join(' ') : NOT_FOUND,
    ...{ method: 'model', model, holds_answer: sentences.length > 0, confidence: null, sentences_dropped: dropped },
    citations: sentences.flatMap(({ citations }) =>
      citations.map(({ passage, text, start, end }) => ({
        ...{ rank: passage + 1, chunk_id: passages[passage]?.passage.chunk ?? '', text, span: [start, end] },
      })),
    ),
    ...{ usage: [...usage], warning: null },
  };
}

function extractiveAnswerOf({ answer, passages }: Found) {
  if (!answer) return null;
  const { sentences, holdsAnswer, confidence } = answer;
  const quoted = sentences.filter(({ isQuoted }) => isQuoted);
  const quotations = quoted.map(({ passage, start, words }) => ({ rank: passage + 1, start, words }));
  return {
    text: answerText(quotations, holdsAnswer) ?? NOT_FOUND,
    ...{ method: 'extractive', model: null, holds_answer: holdsAnswer, confidence, sentences_dropped: 0 },
    citations: sentences.map(({ passage, text, start, end }) => ({
      ...{ rank: passage + 1, chunk_id: passages[passage]?.passage.chunk ?? '', text, span: [start, end] },
    })),
  };
}

function factOf({ fact, score, subject, predicate, object, evidence }: Found['facts'][number], index: number) {
  return {
    ...{ fact_id: fact, rank: index + 1, score, predicate },
    ...{ subject: { ...subject }, object: { ...object } },
    evidence: evidence.map(({ chunk, start, end, extractor }) => ({ chunk_id: chunk, span: [start, end], extractor })),
  };
}

/** The sentences that answer, or else the one of each passage that matches the question best. */
function citationsOf({ answer, passages }: Found): Citation[] {
  const spans = answer
    ? answer.sentences
    : passages.flatMap(({ highlight }, passage) => (highlight ? [{ ...highlight, passage, isQuoted: false }] : []));
  return spans.flatMap(({ passage, start, end, isQuoted }) => {
    const chunk = passages[passage]?.passage.chunk;
    return chunk === undefined ? [] : [{ rank: passage + 1, chunk, start, end, isQuoted }];
  });
}

function provenanceOf({ datasets }: Found, passage: FoundPassage['passage']) {
  const {
    datasetId,
    documentId,
    title,
    label,
    uri,
    objectId,
    ordinal,
    start,
    end,
    pageFrom,
    pageTo,
    recordType,
    recordRow,
  } = passage;
  return {
    dataset_id: datasetId,
    dataset_key: datasets.find(({ id }) => id === datasetId)?.datasetKey ?? '',
    document_id: documentId,
    ...{ title, label, uri },
    object_id: objectId,
    object_link: objectId === null ? null : `/v1/storage/objects/${objectId}/download-url`,
    chunk_ordinal: ordinal,
    span: [start, end],
    page_from: pageFrom,
    page_to: pageTo,
    record: recordType === null || recordRow === null ? null : { type: recordType, row: recordRow },
  };
}

function pathOf({ hit }: FoundPassage) {
  if (!hit.path) return [];
  const { from, entity, probe } = hit.path;
  return [{ from_chunk_id: from, entity: entity?.name ?? null, question: probe, to_chunk_id: hit.chunk }];
}
