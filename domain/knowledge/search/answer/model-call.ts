/** A call of the language model that answers, on behalf of a search. */
import type { Static, TSchema } from 'typebox';
import { ServiceError } from '../../../../errors/index.ts';
import type { ErrorCode } from '../../../../errors/index.ts';
import type { StructuredRequest } from '../../../../platform/models/structured.ts';
import { withinTime } from '../../../../platform/time-limit.ts';
import type { ChatCaller } from '../../../models/callers.ts';
import { callSubject, removeCallsOfRemoved } from '../../documents/chunk-calls.ts';
import type { Search } from '../opening.ts';
import type { ChunkWithSource } from '../passages.ts';

/** Why a model gave no answer; `timeout` when the time was nearly up. */
export interface ModelFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

export type Answered<T> =
  | { readonly value: T; readonly failure: null }
  | { readonly value: null; readonly failure: ModelFailure };

interface AboutPassages<S extends TSchema> extends Pick<ChatCaller, 'spend' | 'onTurn' | 'onText'> {
  readonly request: StructuredRequest<S>;
  /** What the request quotes. */
  readonly quoted: readonly Pick<ChunkWithSource, 'chunk' | 'hash'>[];
  /** When the answer has to be there, in milliseconds since the epoch. */
  readonly until: number;
}

const TOO_SLOW = 'The model took longer than the search may.';

/**
 * Asks the model of the role `answer`. A request never rejects for what is the model's fault. A step of a job rejects
 * with what a further attempt may get past: `model_unavailable`, `model_rate_limited`, `timeout`.
 */
export async function askAnswerModel<S extends TSchema>(
  { database, models, query: { jobId }, caller: { tenantId, signal } }: Search,
  { request, quoted, until, ...call }: AboutPassages<S>,
): Promise<Answered<Static<S>>> {
  // Another job asks anew: it wants the answer of its time.
  const kept = jobId === null ? { about: null } : { about: quoted.map(callSubject), again: jobId };
  try {
    const value = await withinTime(signal, until - Date.now(), TOO_SLOW, (either) =>
      models.extract('answer', request, { ...call, tenantId, signal: either, ...kept }),
    );
    return { value, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ServiceError) || (jobId !== null && error.retryable)) throw error;
    return { value: null, failure: { code: error.code, message: error.message } };
  } finally {
    if (jobId !== null) {
      const chunks = quoted.map(({ chunk, hash }) => ({ id: BigInt(chunk), hash }));
      await removeCallsOfRemoved(database, tenantId, chunks);
    }
  }
}
