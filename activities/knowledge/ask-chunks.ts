/**
 * Asks a language model about the chunks of a step, all at once. Broken output skips a chunk with the reason; what passes, such as a
 * model that is away, fails the step, whose next attempt asks again about the chunks without an answer.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { SkipReason } from '../../domain/knowledge/cognify/extractions.ts';
import type { Models } from '../../domain/models/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ModelConfig } from '../../platform/config/models.ts';
import { refusesInput } from '../../platform/models/failures.ts';
import type { Step } from '../step/step.ts';

/** What a model said about a chunk, or why the chunk was skipped. */
export type Reply<Chunk, Answer> =
  | { readonly chunk: Chunk; readonly answer: Answer; readonly skipped: null }
  | { readonly chunk: Chunk; readonly answer: null; readonly skipped: SkipReason };

export interface Asked<Chunk, Answer> {
  readonly replies: readonly Reply<Chunk, Answer>[];
  /** Why other chunks have no reply yet: to be thrown when the replies are committed. `null` when all have one. */
  readonly failure: Error | null;
}

/** How often the model may fail to answer for a chunk before the chunk is skipped, if it answers {@link HARMLESS}. */
const MOST_FAILURES = 5;

/** A request that any model answers that takes requests of this kind. */
const HARMLESS = {
  messages: [{ role: 'user', content: 'Answer with the JSON {"ok": true}.' }],
  schema: { name: 'harmless', schema: Type.Object({ ok: Type.Boolean() }, { additionalProperties: false }) },
  maxTokens: 16,
} as const;

const Checkpoint = Type.Record(Type.String(), Type.Integer());
/** Chunks without an answer so far, by identifier: how often. */
type Unanswered = Static<typeof Checkpoint>;

/** Asks about each of the chunks. `ask` rejects as the calls of {@link Models} do. Throws when the step is to end. */
export async function askChunks<Chunk extends { readonly id: bigint }, Answer>(
  models: Models,
  tenantId: string,
  chunks: readonly Chunk[],
  ask: (chunk: Chunk) => Promise<Answer>,
  step: Step,
): Promise<Asked<Chunk, Answer>> {
  const unanswered: Unanswered = Value.Check(Checkpoint, step.checkpoint) ? { ...step.checkpoint } : {};
  let answered = 0;
  const outcomes = await Promise.all(
    chunks.map(async (chunk) => {
      const outcome = await replyOf(chunk, ask);
      if (!(outcome instanceof Error)) {
        answered++;
        step.onProgress({ completed: answered, total: chunks.length, unit: 'chunks', message: null });
      }
      return { chunk, outcome };
    }),
  );
  step.signal.throwIfAborted();
  const replies: Reply<Chunk, Answer>[] = [];
  const failures: Error[] = [];
  let test: Promise<Error | null> | undefined;
  const testModel = () => (test ??= failureOfModel(models, tenantId, step));
  for (const { chunk, outcome } of outcomes) {
    if (!(outcome instanceof Error)) {
      replies.push(outcome);
      continue;
    }
    if (!isPassing(outcome) || isRateLimit(outcome)) {
      failures.push(outcome);
      continue;
    }
    const times = (unanswered[String(chunk.id)] ?? 0) + 1;
    unanswered[String(chunk.id)] = times;
    const isHopeless = times >= MOST_FAILURES && (await testModel()) === null;
    if (isHopeless) replies.push({ chunk, answer: null, skipped: 'no_answer' });
    else failures.push(outcome);
  }
  step.keep(unanswered);
  if (replies.length > 0 && replies.every(({ skipped }) => skipped === 'refused')) {
    // The model may refuse the kind of request, not the texts.
    const refusal = await testModel();
    if (refusal !== null) return { replies: [], failure: refusal };
  }
  const failure = failures.find((error) => !isPassing(error)) ?? failures.find(isRateLimit) ?? failures[0] ?? null;
  return { replies, failure };
}

async function replyOf<Chunk, Answer>(
  chunk: Chunk,
  ask: (chunk: Chunk) => Promise<Answer>,
): Promise<Reply<Chunk, Answer> | Error> {
  try {
    return { chunk, answer: await ask(chunk), skipped: null };
  } catch (error) {
    const skipped = skipReason(error);
    if (skipped !== null) return { chunk, answer: null, skipped };
    return error instanceof Error ? error : new Error('a call of a model threw something that is no error');
  }
}

/** Why the model answers nothing at all; `null` when it answers: then a failure is about the chunk. */
async function failureOfModel(models: Models, tenantId: string, { signal, spend }: Step): Promise<ServiceError | null> {
  try {
    await models.extract('extract', HARMLESS, { tenantId, signal, spend, about: null });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.code === 'model_output_invalid' ? null : error;
  }
}

/** Why a chunk is to be skipped; `null` for an error that is not about the chunk. */
function skipReason(error: unknown): SkipReason | null {
  if (!(error instanceof ServiceError)) return null;
  if (refusesInput(error)) return 'refused';
  if (error.code !== 'model_output_invalid') return null;
  const { reason } = error.details;
  return reason === 'empty' || reason === 'json' || reason === 'length' ? reason : 'schema';
}

const isPassing = (error: Error): boolean =>
  error instanceof ServiceError && error.code.startsWith('model_') && error.retryable;
const isRateLimit = (error: Error): boolean => error instanceof ServiceError && error.code === 'model_rate_limited';

/** Most output tokens of a call: a part of a small context is the answer's. */
export function outputLimit({ contextTokens }: ModelConfig, wanted: number): number {
  return contextTokens === null ? wanted : Math.min(wanted, Math.ceil(contextTokens / 2));
}
