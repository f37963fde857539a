/** Webhooks as the contract shows them. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { WEBHOOK_EVENT_TYPES } from '../../domain/webhook/model.ts';
import { Id, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../contract/schema.ts';

/** `webhook` of a request that creates jobs. */
export const WebhookRequest = Named(
  'Webhook',
  'Who is told how the job gets on, by the rules of Standard Webhooks: docs/webhooks.md.',
  {
    url: Text('Address of the receiver.', 'https://example.com/hooks/tidemill', {
      maxLength: 2048,
      pattern: '^[hH][tT][tT][pP][sS]?://[^\\s]+$',
    }),
    secret_ref: Type.Optional(
      Text('Name of the secret that signs. Without it deliveries are not signed.', 'crm', {
        pattern: '^[a-z][a-z0-9_]{0,54}$',
      }),
    ),
    event_types: Type.Optional(
      List(Word(WEBHOOK_EVENT_TYPES, 'Event.'), 'What is told. Default: how the job ended, whatever that is.', {
        minItems: 1,
        uniqueItems: true,
        examples: [['job.succeeded', 'job.failed']],
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" }), Type.String({ maxLength: 1024 }), {
        description: 'Further headers of the deliveries. They are kept with the job: no credentials.',
        maxProperties: 20,
        additionalProperties: false,
        examples: [{ 'x-environment': 'production' }],
      }),
    ),
  },
);
export type WebhookRequest = Static<typeof WebhookRequest>;

export const DeliverySchema = Named('WebhookDelivery', 'One event on its way to the receiver.', {
  webhook_id: Text('`webhook-id` of every attempt: receivers drop repeats by it.', 'job_01k9….job.succeeded.5f0c2a9e'),
  job_id: Id('job', 'The job.'),
  event_type: Text('The event.', 'job.succeeded'),
  state: Text('`pending`, `delivered` or `failed`.', 'delivered'),
  round: Whole('From 1; each redelivery adds one.', 1),
  attempts: Whole('How often it was sent.', 1),
  status: Nullable(Whole('HTTP status of the last response.', 204)),
  reason: Nullable(Text('Why the last attempt failed.', 'The receiver answered 500.')),
  created_at: Timestamp('When it was sent first.'),
  finished_at: Nullable(Timestamp('When it was taken, or given up.')),
});

export const DeliveryList = Named('WebhookDeliveryList', 'Deliveries of one job.', {
  items: List(DeliverySchema, 'Newest first. One that no worker has sent yet is not among them.'),
});
