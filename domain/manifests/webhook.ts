/** What webhooks add to the service. */
import { WEBHOOK_ERRORS } from '../../errors/webhook.ts';
import type { Manifest } from './manifest.ts';

/** Queue of the deliveries: they wait for strangers, and must not wait for each other's engines. */
export const WEBHOOK_TASK_QUEUE = 'webhook';

export const webhook = {
  tag: null,
  kinds: {},
  events: ['webhook.delivered', 'webhook.failed'],
  idPrefixes: [],
  errors: WEBHOOK_ERRORS,
  profiles: {
    webhook: {
      taskQueue: WEBHOOK_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: false,
      // Each waits for a receiver, which may take its time.
      slots: { maxConcurrentActivityTaskExecutions: 50 },
      memoryMb: 128,
    },
  },
  workflows: { deliverWebhook: 'AUTO_UPGRADE' },
  tables: { webhook_delivery: { by: 'job', column: 'job_id' } },
  objects: {},
} as const satisfies Manifest;
