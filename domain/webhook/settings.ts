/** Settings of webhooks. */
import type { SettingsReader } from '../../platform/config/reader.ts';

export interface WebhookSettings {
  /** Pauses between the attempts of a delivery; workflows/webhook.ts waits for them. */
  readonly retryDelaysMs: readonly number[];
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** 5 seconds, 1, 5 and 30 minutes, 2, 5, 8 and 8 hours: about a day. */
const RETRY_DELAYS_MS = [
  5000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

export function readWebhooks({ integer, integers }: SettingsReader): WebhookSettings {
  return {
    retryDelaysMs: integers('WEBHOOK_RETRY_DELAYS_MS', RETRY_DELAYS_MS),
    timeoutMs: integer('WEBHOOK_TIMEOUT_MS', 15_000, 1),
  };
}
