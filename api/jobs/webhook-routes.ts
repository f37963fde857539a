import { Type } from 'typebox';
import { WEBHOOK_EVENT_TYPES } from '../../domain/webhook/model.ts';
import { problemAnswer } from '../contract/problems.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { Word } from '../contract/schema.ts';
import { findJob } from './job-lookup.ts';
import { JobId } from './schemas.ts';
import { deliveriesOf } from '../../domain/webhook/deliveries.ts';
import { deliveryBody, redeliver } from '../webhook/deliveries.ts';
import { DeliveryList, DeliverySchema } from '../webhook/schemas.ts';

const tag = 'Jobs';

const listDeliveries = defineRoute({
  method: 'GET',
  path: '/v1/jobs/{jobId}/webhook',
  operationId: 'listWebhookDeliveries',
  tag,
  summary: 'Deliveries of a job’s webhook',
  scope: 'jobs:read',
  cost: 'few_rows',
  params: JobId,
  responses: { 200: { description: 'The deliveries.', schema: DeliveryList } },
  handler: async ({ params, identity }, services) => {
    const { jobId } = await findJob(services, identity, params.jobId);
    return reply(200, { items: (await deliveriesOf(services.database, jobId)).map(deliveryBody) });
  },
});

const redeliverRoute = defineRoute({
  method: 'POST',
  path: '/v1/jobs/{jobId}/webhook/redeliver',
  operationId: 'redeliverWebhook',
  tag,
  summary: 'Redeliver an event',
  description:
    'With the same `webhook-id` and body. A delivery that waits for its next attempt is sent immediately. A ' +
    'delivery that succeeded or was given up starts another round.',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  params: JobId,
  query: Type.Object(
    { event_type: Type.Optional(Word(WEBHOOK_EVENT_TYPES, 'Which event. Default: the latest.')) },
    { additionalProperties: false },
  ),
  responses: {
    202: { description: 'The delivery before the redelivery.', schema: DeliverySchema },
    409: problemAnswer('There is no delivery.', ['webhook_not_sent']),
  },
  handler: async ({ params, query, identity }, services) => {
    const { jobId } = await findJob(services, identity, params.jobId);
    return reply(202, deliveryBody(await redeliver(services, jobId, query.event_type)));
  },
});

export const webhookRoutes: readonly Route[] = [listDeliveries, redeliverRoute];
