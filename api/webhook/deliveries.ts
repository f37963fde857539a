/** Deliveries of a job's webhook as the API shows them, and the order to repeat one. */
import type { Static } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { fairnessKey } from '../../domain/jobs/fairness-key.ts';
import { JOBS_TASK_QUEUE } from '../../domain/jobs/model.ts';
import { deliveriesOf } from '../../domain/webhook/deliveries.ts';
import type { DeliveryRow } from '../../domain/webhook/deliveries.ts';
import type { WebhookDelivery, WebhookEventType } from '../../domain/webhook/model.ts';
import { priorityKey } from '../../domain/jobs/priority.ts';
import type { Services } from '../services.ts';
import type { DeliverySchema } from './schemas.ts';

/**
 * Delivers the latest event of the type again, with its `webhook-id`: at once when it waits for its next attempt, by
 * another round when it was delivered or given up. Throws `webhook_not_sent` when there is none.
 */
export async function redeliver(
  services: Services,
  jobId: string,
  eventType: WebhookEventType | undefined,
): Promise<DeliveryRow> {
  const rows = await deliveriesOf(services.database, jobId);
  const row = rows.find((candidate) => eventType === undefined || candidate.eventType === eventType);
  if (!row) {
    throw new ServiceError('webhook_not_sent', 'The job has no webhook, or nothing was delivered yet.', {
      job_id: jobId,
      event_type: eventType ?? null,
    });
  }
  const { payload } = row.request;
  await services.temporal.client.workflow.signalWithStart('deliverWebhook', {
    workflowId: row.webhookId,
    taskQueue: JOBS_TASK_QUEUE,
    args: [{ ...row.request, round: row.round + 1 } satisfies WebhookDelivery],
    signal: 'deliverNow',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    // As the first round, which has them of its job.
    priority: { priorityKey: priorityKey(payload.data.job.priority), fairnessKey: fairnessKey(row.tenantId) },
    staticSummary: `webhook · ${row.eventType} · ${payload.data.job.source} · again`,
  });
  return row;
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
