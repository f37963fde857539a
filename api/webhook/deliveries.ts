/** The deliveries of a job's webhook, as the steps that sent them noted them. */
import type { Static } from 'typebox';
import type { WebhookDelivery as DeliveryRow } from '../../platform/database/generated/client.ts';
import { ServiceError } from '../../errors/index.ts';
import { fairnessKey } from '../../domain/jobs/fairness-key.ts';
import { JOBS_TASK_QUEUE } from '../../domain/jobs/model.ts';
import type { DeliveryOutcome, WebhookDelivery, WebhookEventType } from '../../domain/webhook/model.ts';
import { priorityKey } from '../../domain/jobs/priority.ts';
import type { Services } from '../services.ts';
import type { DeliverySchema } from './schemas.ts';

/** Newest first. */
export function deliveriesOf({ database }: Services, jobId: string): Promise<DeliveryRow[]> {
  return database.db.webhookDelivery.findMany({
    where: { jobId },
    orderBy: [{ createdAt: 'desc' }, { round: 'desc' }],
  });
}

/**
 * Delivers the latest event of the type again, with its `webhook-id`: at once when it waits for its next attempt, by
 * another round when it was delivered or given up. Throws `webhook_not_sent` when there is none.
 */
export async function redeliver(
  services: Services,
  jobId: string,
  eventType: WebhookEventType | undefined,
): Promise<DeliveryRow> {
  const rows = await deliveriesOf(services, jobId);
  const row = rows.find((candidate) => eventType === undefined || candidate.eventType === eventType);
  if (!row) {
    throw new ServiceError('webhook_not_sent', 'The job has no webhook, or nothing was delivered yet.', {
      job_id: jobId,
      event_type: eventType ?? null,
    });
  }
  // Written by the step that sent it (activities/webhook/deliver.ts).
  const delivery = row.request as unknown as WebhookDelivery;
  const { payload } = delivery;
  await services.temporal.client.workflow.signalWithStart('deliverWebhook', {
    workflowId: row.webhookId,
    taskQueue: JOBS_TASK_QUEUE,
    args: [{ ...delivery, round: row.round + 1 } satisfies WebhookDelivery],
    signal: 'deliverNow',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    // As the first round, which has them of its job.
    priority: { priorityKey: priorityKey(payload.data.job.priority), fairnessKey: fairnessKey(row.tenantId) },
    staticSummary: `webhook · ${row.eventType} · ${payload.data.job.source} · again`,
  });
  return row;
}

/** How the delivery ended; `null` while it has not. */
export function outcomeOf(row: DeliveryRow): DeliveryOutcome | null {
  const { webhookId: webhook_id, round, state, attempts, status, reason } = row;
  if (state !== 'delivered' && state !== 'failed') return null;
  return { webhook_id, round, event_type: row.eventType as WebhookEventType, state, attempts, status, reason };
}

export function deliveryBody(row: DeliveryRow): Static<typeof DeliverySchema> {
  return {
    webhook_id: row.webhookId,
    job_id: row.jobId,
    event_type: row.eventType,
    state: row.state,
    round: row.round,
    attempts: row.attempts,
    status: row.status,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
