/**
 * Manifest of webhooks.
 * @deterministic
 */
import { WEBHOOK_ERRORS } from '../../errors/webhook.ts';
import type { Manifest } from './manifest.ts';

/** Task queue of deliveries: they wait for external receivers and must not wait behind engines. */
export const WEBHOOK_TASK_QUEUE = 'webhook';

export const webhook = {
  tag: null,
  scopes: {},
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
      // Each waits for a receiver, which may be slow.
      slots: { maxConcurrentActivityTaskExecutions: 50 },
      memoryMb: 128,
    },
  },
  resources: {},
  workflows: { deliverWebhook: 'AUTO_UPGRADE' },
  tables: { webhook_delivery: { by: 'job', column: 'job_id' } },
  objects: {},
} as const satisfies Manifest;
