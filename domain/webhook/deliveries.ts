/** Rows of deliveries: one per round of delivering an event to its job's webhook. */
import { Type } from 'typebox';
import type { Database } from '../../platform/database/client.ts';
import type { WebhookDelivery as Row } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import { BATCH_COMPLETED, JOB_WEBHOOK_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from './model.ts';
import type { DeliveryOutcome, WebhookDelivery, WebhookEventType } from './model.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** A delivery and its current state. */
export interface DeliveryRow extends Omit<Row, 'eventType' | 'state' | 'request'> {
  readonly eventType: WebhookEventType;
  readonly state: (typeof DELIVERY_STATES)[number];
  /** The argument of its workflow. */
  readonly request: WebhookDelivery;
}

const JobPayloadShape = Type.Object({
  type: Type.Enum(JOB_WEBHOOK_EVENT_TYPES),
  timestamp: Type.String(),
  data: Type.Object({
    job: Type.Object({
      job_id: Type.String(),
      kind: Type.String(),
      state: Type.String(),
      source: Type.String(),
      priority: Type.Integer(),
      created_at: Type.String(),
      started_at: OrNull(Type.String()),
      finished_at: OrNull(Type.String()),
      error: OrNull(
        Type.Object({
          code: Type.String(),
          message: Type.String(),
          retryable: Type.Boolean(),
          details: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
      links: Type.Object({ self: Type.String(), result: Type.String() }),
    }),
  }),
});

const BatchPayloadShape = Type.Object({
  type: Type.Literal(BATCH_COMPLETED),
  timestamp: Type.String(),
  data: Type.Object({
    batch: Type.Object({
      batch_id: Type.String(),
      kind: Type.String(),
      state: Type.String(),
      priority: Type.Integer(),
      counts: Type.Object({ succeeded: Type.Integer(), failed: Type.Integer(), cancelled: Type.Integer() }),
      created_at: Type.String(),
      finished_at: Type.String(),
      links: Type.Object({ self: Type.String() }),
    }),
  }),
});

const strings = Type.Record(Type.String(), Type.String());
const rowOf: (stored: unknown) => Pick<DeliveryRow, 'eventType' | 'state' | 'request'> = decoder(
  'The row of a webhook delivery',
  Type.Object({
    eventType: Type.Enum(WEBHOOK_EVENT_TYPES),
    state: Type.Enum(DELIVERY_STATES),
    request: Type.Object({
      webhook_id: Type.String(),
      round: Type.Integer(),
      tenant_id: Type.String(),
      job_id: Type.String(),
      target: Type.Object({ url: Type.String(), secret_ref: OrNull(Type.String()), headers: strings }),
      policy: Type.Object({ retry_delays_ms: Type.Array(Type.Number()), timeout_ms: Type.Number() }),
      payload: Type.Union([JobPayloadShape, BatchPayloadShape]),
    }),
  }),
);

/** The outcome of an attempt. */
export type Attempted = Pick<DeliveryRow, 'state' | 'attempts' | 'status' | 'reason'>;

/**
 * Records an attempt. Repeating the call has no effect, and neither has an attempt that is recorded late: what was
 * delivered stays so, and an earlier attempt does not take the place of a later one, or of the end of the round.
 */
export async function noteAttempt({ db }: Database, delivery: WebhookDelivery, attempted: Attempted): Promise<void> {
  const { webhook_id: webhookId, round, tenant_id, job_id, payload } = delivery;
  const { state, attempts } = attempted;
  const row = { ...attempted, finishedAt: state === 'pending' ? null : new Date() };
  const created = {
    webhookId,
    round,
    tenantId: tenant_id,
    jobId: job_id,
    eventType: payload.type,
    request: json(delivery),
    createdAt: new Date(),
    ...row,
  };
  const { count } = await db.webhookDelivery.createMany({ data: [created], skipDuplicates: true });
  if (count > 0) return;
  const isNews = state === 'delivered' ? {} : { state: 'pending', attempts: { lte: attempts } };
  await db.webhookDelivery.updateMany({ where: { webhookId, round, ...isNews }, data: row });
}

/** The deliveries of a job, newest first. Deliveries that no worker has attempted yet are not included. */
export async function deliveriesOf({ db }: Database, jobId: string): Promise<DeliveryRow[]> {
  const rows = await db.webhookDelivery.findMany({
    where: { jobId },
    orderBy: [{ createdAt: 'desc' }, { round: 'desc' }],
  });
  return rows.map((row) => ({ ...row, ...rowOf(row) }));
}

/** How the delivery ended; `null` while it has not. */
export function outcomeOf({ webhookId, eventType, ...row }: DeliveryRow): DeliveryOutcome | null {
  const { round, state, attempts, status, reason } = row;
  if (state === 'pending') return null;
  return { webhook_id: webhookId, round, event_type: eventType, state, attempts, status, reason };
}
