/** The step that has a language model read chunks, and commits the names and facts that their texts support. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../platform/database/client.ts';
import type { BatchEnd } from '../../domain/jobs/batches.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import {
  callSubject,
  chunksToExtract,
  commitExtractions,
  countExtractions,
  extractionLeft,
  forgetCallsOfRemoved,
  unextractedChunks,
} from '../../domain/knowledge/cognify/extractions.ts';
import type { ChunkExtraction, ChunkToExtract, SkipReason } from '../../domain/knowledge/cognify/extractions.ts';
import type { ExtractionOutcome } from '../../domain/knowledge/results.ts';
import { languageOf } from '../../domain/knowledge/languages.ts';
import { usdOf } from '../../domain/models/index.ts';
import { estimateExtraction, mostOutputTokens } from '../../engines/knowledge/extraction/estimate.ts';
import { groundGraph } from '../../engines/knowledge/extraction/ground.ts';
import { answerSchema, passagePrompt, systemPrompt } from '../../engines/knowledge/extraction/prompt.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Step } from '../step/step.ts';
import { extractionOf } from './extraction-rules.ts';
import type { Extraction, ExtractionDependencies } from './extraction-rules.ts';
import { thisJob, turnOf } from './take-turn.ts';
import type { ExtractInput, ExtractionInput, PlanExtractionInput, PricedRange } from './types.ts';

export interface ExtractDependencies extends ExtractionDependencies {
  readonly database: Database;
}

/** Chunks of a step, one call each and all at once; and steps of a plan. */
const PLAN = { size: 8, ranges: 100 };

/** Which chunks are to be extracted next, and what that will take. */
export async function planExtraction(
  dependencies: ExtractDependencies,
  input: PlanExtractionInput,
): Promise<PricedRange[]> {
  const { database } = dependencies;
  await datasetToWrite(database, input.dataset_id);
  const { model, profile, work } = extractionOf(dependencies, turnOf(input, thisJob()), input);
  const ranges = await chunksToExtract(database, work, input.after, PLAN);
  return ranges.map(({ first, last, rows, tokens: ofTexts }) => {
    const { input: read, output } = estimateExtraction(profile, { chunks: rows, tokens: ofTexts });
    const usd = usdOf(model, { input: read, output }) ?? 0;
    return { first, last, rows, model: model.name, tokens: read + output, usd };
  });
}

/** What has become of the chunks so far. */
export async function extractionOutcome(
  dependencies: ExtractDependencies,
  input: ExtractionInput,
): Promise<Omit<ExtractionOutcome, 'stopped_by'>> {
  const { database } = dependencies;
  const { model, work } = extractionOf(dependencies, turnOf(input, thisJob()), input);
  const [counts, left] = await Promise.all([countExtractions(database, work), extractionLeft(database, work)]);
  return { model: model.name, profile: input.extraction.profile, ...counts, left: left.rows };
}

/** How often the model may fail to answer for a chunk while it answers others, before the chunk is skipped. */
const MOST_FAILURES = 5;

const Checkpoint = Type.Record(Type.String(), Type.Object({ failures: Type.Integer(), since: Type.String() }));
/** Chunks without an answer so far, by identifier: how often, and since when. */
type Unanswered = Static<typeof Checkpoint>;

/**
 * Extracts the chunks of a range that are still due. What has an answer is committed although others have none: then the step
 * fails, and its next attempt asks for those alone.
 */
export async function extractGraphs(
  dependencies: ExtractDependencies,
  input: ExtractInput,
  step: Step,
): Promise<BatchEnd> {
  const { database, models } = dependencies;
  step.begin();
  const began = new Date();
  const { tenantId } = await datasetToWrite(database, input.dataset_id);
  const what = extractionOf(dependencies, turnOf(input, step), input);
  const due = await unextractedChunks(database, what.work, input.rows);
  const unanswered: Unanswered = Value.Check(Checkpoint, step.checkpoint) ? { ...step.checkpoint } : {};
  let answered = 0;
  const asked = await Promise.all(
    due.map(async (chunk) => {
      const outcome = await extractChunk(dependencies, tenantId, what, chunk, step);
      if (!(outcome instanceof Error)) {
        answered++;
        step.onProgress({ completed: answered, total: due.length, unit: 'chunks', message: null });
      }
      return { chunk, outcome };
    }),
  );
  step.signal.throwIfAborted();
  const made: ChunkExtraction[] = [];
  const failures: Error[] = [];
  for (const { chunk, outcome } of asked) {
    if (!(outcome instanceof Error)) {
      made.push(outcome);
      continue;
    }
    if (!isPassing(outcome) || isRateLimit(outcome)) {
      failures.push(outcome);
      continue;
    }
    const before = unanswered[String(chunk.id)] ?? { failures: 0, since: began.toISOString() };
    const now = { ...before, failures: before.failures + 1 };
    unanswered[String(chunk.id)] = now;
    const isHopeless =
      now.failures >= MOST_FAILURES && (await models.hasAnswered('extract', tenantId, new Date(now.since)));
    if (isHopeless) made.push(skip(chunk, 'no_answer'));
    else failures.push(outcome);
  }
  step.keep(unanswered);
  try {
    await commitExtractions(database, what.work, what.model.name, made);
  } finally {
    await forgetCallsOfRemoved(database, tenantId, due);
  }
  const failure = failures.find((error) => !isPassing(error)) ?? failures.find(isRateLimit) ?? failures[0];
  if (failure) throw failure;
  return { is_done: true };
}

/** What became of a chunk, or why it is not known. */
async function extractChunk(
  { models }: ExtractDependencies,
  tenantId: string,
  { model, profile, work }: Extraction,
  chunk: ChunkToExtract,
  { signal, spend }: Step,
): Promise<ChunkExtraction | Error> {
  const mostTokens = mostOutputTokens(chunk.tokens);
  const request = {
    messages: [
      { role: 'system', content: systemPrompt(profile) },
      { role: 'user', content: passagePrompt(chunk) },
    ],
    schema: { name: 'knowledge_graph', schema: answerSchema(profile) },
    // A part of a small context is the answer's.
    maxTokens: model.contextTokens === null ? mostTokens : Math.min(mostTokens, Math.ceil(model.contextTokens / 2)),
  } as const;
  // A chunk that was skipped is asked for anew: what was answered then is of no use.
  const again = chunk.wasSkipped ? work.turn.jobId : undefined;
  try {
    const caller = { tenantId, signal, spend, about: callSubject(chunk), again };
    const answer = await models.extract('extract', request, caller);
    const { names, facts, namesDropped, factsDropped } = groundGraph(chunk.body, languageOf(chunk.language), answer);
    return { chunkId: chunk.id, graph: { names, facts }, skipped: null, namesDropped, factsDropped };
  } catch (error) {
    const reason = skipReason(error);
    if (reason !== null) return skip(chunk, reason);
    return error instanceof Error ? error : new Error('a call of a model threw something that is no error');
  }
}

function skip({ id }: ChunkToExtract, skipped: SkipReason): ChunkExtraction {
  return { chunkId: id, graph: null, skipped, namesDropped: 0, factsDropped: 0 };
}

/** Why a chunk is to be skipped; `null` for an error that is not about the chunk. */
function skipReason(error: unknown): SkipReason | null {
  if (!(error instanceof ServiceError)) return null;
  const { reason } = error.details;
  if (error.code === 'model_refused') return reason === 'content' || reason === 'request' ? 'refused' : null;
  if (error.code !== 'model_output_invalid') return null;
  return reason === 'empty' || reason === 'json' || reason === 'length' ? reason : 'schema';
}

const isPassing = (error: Error): boolean =>
  error instanceof ServiceError && error.code.startsWith('model_') && error.retryable;
const isRateLimit = (error: Error): boolean => error instanceof ServiceError && error.code === 'model_rate_limited';
