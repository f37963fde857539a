/** Deliveries of a job's webhook as the API shows them, and the order to repeat one. */
import type { Static } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { deliveriesOf } from '../../domain/webhook/deliveries.ts';
import type { DeliveryRow } from '../../domain/webhook/deliveries.ts';
import { subjectOf } from '../../domain/webhook/model.ts';
import type { WebhookEventType } from '../../domain/webhook/model.ts';
import { turnOf } from '../../domain/jobs/priority.ts';
import { signalWithStart } from '../../temporal-config/workflows.ts';
import type { Services } from '../services.ts';
import type { DeliverySchema } from './schemas.ts';

/**
 * Delivers the latest event of the type again, with its `webhook-id`: immediately when it waits for its next attempt,
 * in another round when it was delivered or given up. Throws `webhook_not_sent` when there is none.
 */
export async function redeliver(
  services: Services,
  jobId: string,
  eventType: WebhookEventType | undefined,
): Promise<DeliveryRow> {
  const rows = await deliveriesOf(services.database, jobId);
  const row = rows.find((candidate) => eventType === undefined || candidate.eventType === eventType);
  if (!row) {
    throw new ServiceError('webhook_not_sent', 'The job has no webhook, or nothing has been delivered yet.', {
      job_id: jobId,
      event_type: eventType ?? null,
    });
  }
  const { label, priority } = subjectOf(row.request.payload);
  await signalWithStart(services.temporal.client.workflow, 'deliverWebhook', {
    workflowId: row.webhookId,
    args: [{ ...row.request, round: row.round + 1 }],
    signal: 'deliverNow',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    // As the first round, which has them of its job.
    ...turnOf(row.tenantId, priority),
    staticSummary: `webhook · ${row.eventType} · ${label} · again`,
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
