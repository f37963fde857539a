/**
 * What the workflows of parse jobs return, and their results show. It is stored with the job: references and numbers,
 * never text.
 */
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';
import { JobErrorShape } from '../jobs/records.ts';

const ConvertedDocumentShape = Type.Object({
  document_id: Type.String(),
  engine_version: Type.String(),
  pages: Type.Integer(),
  words: Type.Integer(),
  markdown_bytes: Type.Integer(),
  warnings: Type.Integer(),
  /** Pages that are pictures without text, or whose text is illegible. */
  textless_pages: Type.Integer(),
  /** Whether it was copied from an earlier job. */
  cached: Type.Boolean(),
});
/** Where a document is stored, and its size. */
export type ConvertedDocument = Stored<typeof ConvertedDocumentShape>;

const ParseAttemptShape = Type.Object({
  engine_id: Type.String(),
  profile_id: Type.String(),
  reason: Type.String(),
  /** `no_text`: the engine made a document, but most pages are pictures without text, so the next engine was tried. */
  outcome: Type.Enum(['succeeded', 'no_text', 'failed']),
  error: OrNull(JobErrorShape),
  /** From the request to the engine's answer, including the wait for a worker. */
  duration_ms: Type.Number(),
});
/** One engine's attempt. */
export type ParseAttempt = Stored<typeof ParseAttemptShape>;

const SkippedEngineShape = Type.Object({ engine_id: Type.String(), reason: Type.String() });
/** An engine that was not tried, and why. */
export type SkippedEngine = Stored<typeof SkippedEngineShape>;

const CrawlSummaryShape = Type.Object({
  /** `complete`: there was nothing left to visit. Otherwise the limit that was reached. */
  ended_by: Type.Enum(['complete', 'page_limit', 'byte_limit', 'request_limit', 'time_limit']),
  requests: Type.Integer(),
  /** Decompressed. */
  bytes: Type.Integer(),
  duration_ms: Type.Number(),
});
/** How a crawl ended, and what it cost. */
export type CrawlSummary = Stored<typeof CrawlSummaryShape>;

const ParseJobResultShape = Type.Object({
  document: ConvertedDocumentShape,
  attempts: Type.Array(ParseAttemptShape),
  skipped: Type.Array(SkippedEngineShape),
  /** Present for crawls only. */
  crawl: Type.Optional(CrawlSummaryShape),
  /** Whether the document lists the files of an archive, each of which has a job; absent otherwise. */
  is_unpacked: Type.Optional(Type.Boolean()),
});
export type ParseJobResult = Stored<typeof ParseJobResultShape>;
export const parseJobResultOf = decoder('The result of a parse job', ParseJobResultShape);

const TriedEnginesShape = Type.Object({
  attempts: Type.Array(ParseAttemptShape),
  skipped: Type.Array(SkippedEngineShape),
});
/**
 * Which engines a failed parse job had tried and skipped: details of its error, absent if it failed before it chose
 * one.
 */
export type TriedEngines = Stored<typeof TriedEnginesShape>;
export const triedEnginesOf = decoder('The error of a parse job', Type.Partial(TriedEnginesShape));
