import type { WorkflowClient } from '@temporalio/client';
import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../errors/index.ts';
import type { GuardedPost } from '../../platform/network-guard/post.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { webhookSecretName } from '../../domain/webhook/secrets.ts';
import { noteAttempt } from '../../domain/webhook/deliveries.ts';
import type { WebhookDelivery } from '../../domain/webhook/model.ts';
import type { WorkerMetrics } from '../metrics.ts';
import { webhookHeaders } from './sign.ts';

export interface DeliverDependencies {
  readonly database: Database;
  readonly post: GuardedPost;
  readonly secrets: Secrets;
  readonly metrics: Pick<WorkerMetrics, 'webhookAttempts'>;
}

export interface DeliverInput {
  readonly delivery: WebhookDelivery;
  /** The job's run that told of the event; `null` when it is delivered again. */
  readonly job_run_id: string | null;
  /** From 1. */
  readonly attempt: number;
  /** Whether no other attempt follows this one. */
  readonly is_last: boolean;
}

export interface DeliverAnswer {
  /** `failed`: there is no sense in trying again. */
  readonly state: 'delivered' | 'retry' | 'failed';
  readonly status: number | null;
  readonly reason: string | null;
  /** What the receiver asked for by `Retry-After`. */
  readonly retry_after_ms: number | null;
}

/** Sends one event once, and notes what came of it. 2xx alone is success; 410 and addresses that may not be reached end it. */
export async function deliver(
  { database, post, secrets, metrics }: DeliverDependencies,
  workflows: WorkflowClient,
  { delivery, job_run_id, attempt, is_last }: DeliverInput,
  signal: AbortSignal,
): Promise<DeliverAnswer> {
  const hasEnded = delivery.payload.data.job.finished_at !== null;
  if (hasEnded && job_run_id !== null) await jobClosed(workflows, delivery.job_id, job_run_id);
  const answer = await send({ post, secrets }, delivery, signal);
  metrics.webhookAttempts.inc({ outcome: answer.state });
  const state = answer.state === 'retry' ? (is_last ? 'failed' : 'pending') : answer.state;
  const { status, reason } = answer;
  await noteAttempt(database, delivery, { state, attempts: attempt, status, reason });
  return answer;
}

/** A receiver that asks for the result at once must get it: the job's workflow closes a moment after it began the delivery. */
async function jobClosed(workflows: WorkflowClient, jobId: string, runId: string): Promise<void> {
  await workflows
    .getHandle(jobId, runId, { followRuns: false })
    .result()
    .catch(() => undefined);
}

async function send(
  { post, secrets }: Pick<DeliverDependencies, 'post' | 'secrets'>,
  { webhook_id, target, policy, payload }: WebhookDelivery,
  signal: AbortSignal,
): Promise<DeliverAnswer> {
  const keys = target.secret_ref === null ? [] : await secrets.read(webhookSecretName(target.secret_ref));
  if (target.secret_ref !== null && keys.length === 0) {
    return later(null, `There is no secret ${target.secret_ref} any more.`, null);
  }
  const body = JSON.stringify(payload);
  const signed = webhookHeaders({ webhookId: webhook_id, timestamp: Math.floor(Date.now() / 1000), body }, keys);
  try {
    const { status, retryAfterMs } = await post(target.url, {
      body,
      headers: { ...target.headers, 'content-type': 'application/json', ...signed },
      timeoutMs: policy.timeout_ms,
      signal,
    });
    if (status >= 200 && status <= 299) return { state: 'delivered', status, reason: null, retry_after_ms: null };
    if (status === 410) return gone(status, 'The receiver answered 410: it wants no more.');
    return later(status, `The receiver answered ${status}.`, retryAfterMs);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A name that is unknown now may be known soon; what the network guard refuses stays refused.
    const isFinal = !error.retryable && error.details['reason'] !== 'dns' && error.details['reason'] !== 'tls';
    return isFinal ? gone(null, error.message) : later(null, error.message, null);
  }
}

function later(status: number | null, reason: string, retry_after_ms: number | null): DeliverAnswer {
  return { state: 'retry', status, reason, retry_after_ms };
}

function gone(status: number | null, reason: string): DeliverAnswer {
  return { state: 'failed', status, reason, retry_after_ms: null };
}
