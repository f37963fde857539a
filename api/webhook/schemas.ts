/** Webhooks as the contract shows them. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { WEBHOOK_EVENT_TYPES } from '../../domain/webhook/model.ts';
import { HEADER_NAME_PATTERN } from '../contract/sent-headers.ts';
import { Id, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../contract/schema.ts';

/** `webhook` of a request that creates jobs. */
export const WebhookRequest = Named(
  'Webhook',
  'Receiver of the job’s events, following Standard Webhooks: see docs/webhooks.md.',
  {
    url: Text('URL of the receiver.', 'https://example.com/hooks/tidemill', {
      maxLength: 2048,
      pattern: '^[hH][tT][tT][pP][sS]?://[^\\s]+$',
    }),
    secret_ref: Type.Optional(
      Text('Name of the signing secret. Without it, deliveries are not signed.', 'crm', {
        pattern: '^[a-z][a-z0-9_]{0,54}$',
      }),
    ),
    event_types: Type.Optional(
      List(
        Word(WEBHOOK_EVENT_TYPES, 'Event.'),
        'Events to deliver. Default: the events of a job’s final states. `batch.completed` is sent once, when ' +
          'all jobs of the request have ended.',
        {
          minItems: 1,
          uniqueItems: true,
          examples: [['job.succeeded', 'job.failed']],
        },
      ),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: HEADER_NAME_PATTERN }), Type.String({ maxLength: 1024 }), {
        description:
          'Additional headers of the deliveries. They are stored with the job, so they must not contain credentials.',
        maxProperties: 20,
        additionalProperties: false,
        examples: [{ 'x-environment': 'production' }],
      }),
    ),
  },
);
export type WebhookRequest = Static<typeof WebhookRequest>;

export const DeliverySchema = Named('WebhookDelivery', 'The delivery of one event to the receiver.', {
  webhook_id: Text(
    '`webhook-id` of every attempt, for deduplication by the receiver.',
    'job_01k9….job.succeeded.5f0c2a9e',
  ),
  job_id: Id('job', 'The job.'),
  event_type: Text('The event.', 'job.succeeded'),
  state: Text('`pending`, `delivered` or `failed`.', 'delivered'),
  round: Whole('From 1; each redelivery adds one.', 1),
  attempts: Whole('Number of attempts.', 1),
  status: Nullable(Whole('HTTP status of the last response.', 204)),
  reason: Nullable(Text('Why the last attempt failed.', 'The receiver answered 500.')),
  created_at: Timestamp('When it was first sent.'),
  finished_at: Nullable(Timestamp('When it was delivered or given up.')),
});

export const DeliveryList = Named('WebhookDeliveryList', 'Deliveries of one job.', {
  items: List(DeliverySchema, 'Newest first. Deliveries that no worker has attempted yet are not included.'),
});
