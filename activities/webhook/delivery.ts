import type { WorkflowClient } from '@temporalio/client';
import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../errors/index.ts';
import type { GuardedPost } from '../../platform/network-guard/post.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { webhookSecretName } from '../../domain/webhook/secrets.ts';
import { noteAttempt } from '../../domain/webhook/deliveries.ts';
import type { WebhookDelivery } from '../../domain/webhook/model.ts';
import type { WorkerMetrics } from '../metrics.ts';
import { webhookHeaders } from './signature.ts';

export interface DeliverDependencies {
  readonly database: Database;
  readonly post: GuardedPost;
  readonly secrets: Secrets;
  readonly metrics: Pick<WorkerMetrics, 'webhookAttempts'>;
}

export interface DeliverInput {
  readonly delivery: WebhookDelivery;
  /** The run of the workflow that emitted the event; `null` for a redelivery. */
  readonly job_run_id: string | null;
  /** From 1. */
  readonly attempt: number;
  /** Whether this is the last attempt of the round. */
  readonly is_last: boolean;
}

export interface DeliverAnswer {
  /** `failed`: a retry cannot succeed. */
  readonly state: 'delivered' | 'retry' | 'failed';
  readonly status: number | null;
  readonly reason: string | null;
  /** The receiver's `Retry-After`. */
  readonly retry_after_ms: number | null;
}

/** Sends one event once, and records the outcome. Only 2xx is success; 410 and forbidden addresses end the delivery. */
export async function deliver(
  { database, post, secrets, metrics }: DeliverDependencies,
  workflows: WorkflowClient,
  { delivery, job_run_id, attempt, is_last }: DeliverInput,
  signal: AbortSignal,
): Promise<DeliverAnswer> {
  const { data } = delivery.payload;
  const hasEnded = 'job' in data && data.job.finished_at !== null;
  if (hasEnded && job_run_id !== null) await jobClosed(workflows, delivery.job_id, job_run_id);
  const answer = await send({ post, secrets }, delivery, signal);
  metrics.webhookAttempts.inc({ outcome: answer.state });
  const state = answer.state === 'retry' ? (is_last ? 'failed' : 'pending') : answer.state;
  const { status, reason } = answer;
  await noteAttempt(database, delivery, { state, attempts: attempt, status, reason });
  return answer;
}

/**
 * Waits until the job is closed, so that a receiver that requests the result at once gets it: the workflow closes a
 * moment after it starts the delivery.
 */
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
    return later(null, `The secret ${target.secret_ref} no longer exists.`, null);
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
    if (status === 410) return gone(status, 'The receiver answered 410 (Gone), which ends the delivery.');
    return later(status, `The receiver answered ${status}.`, retryAfterMs);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A host name that does not resolve now may resolve soon; an address that the network guard blocks stays blocked.
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
