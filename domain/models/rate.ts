/**
 * The limit of calls of a model, over all processes: a row holds the time of the next call, and each caller moves it on
 * by the time that one call takes up (a leaky bucket). Workers and the API share it, which a rate of a Temporal task
 * queue could not do: it counts steps, not calls, and the API runs none.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelConfig } from '../../platform/config/models.ts';
import type { Database } from '../../platform/database/client.ts';
import { rateLimited } from '../../platform/models/failures.ts';

const MS_PER_MINUTE = 60_000;

/** A caller waits for this long itself; beyond it, Temporal keeps the time, and the step its slot for others. */
const LONGEST_WAIT_MS = 5000;

/**
 * Waits until the model may be called. Rejects with `model_rate_limited` when that takes too long, or with the signal's
 * reason.
 */
export async function awaitRate(db: Database['db'], model: ModelConfig, signal: AbortSignal): Promise<void> {
  if (model.callsPerMinute === null) return;
  const stepMs = MS_PER_MINUTE / model.callsPerMinute;
  const taken = await db.$queryRaw<{ wait_ms: number }[]>`
    INSERT INTO model_rate AS rate (model, next_at) VALUES (${model.name}, now() + ${stepMs} * interval '1 ms')
    ON CONFLICT (model) DO UPDATE SET next_at = greatest(rate.next_at, now()) + ${stepMs} * interval '1 ms'
      WHERE rate.next_at <= now() + ${LONGEST_WAIT_MS} * interval '1 ms'
    RETURNING (extract(epoch FROM next_at - now()) * 1000 - ${stepMs})::float8 AS wait_ms`;
  const [turn] = taken;
  if (turn === undefined) throw rateLimited(model, await secondsToWait(db, model.name));
  if (turn.wait_ms < 1) return;
  await delay(turn.wait_ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

async function secondsToWait(db: Database['db'], model: string): Promise<number> {
  const [row] = await db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM next_at - now())::float8 AS seconds FROM model_rate WHERE model = ${model}`;
  return Math.max(1, Math.ceil(row?.seconds ?? 1));
}
