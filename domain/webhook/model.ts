/**
 * The vocabulary of webhooks shared by the API, the workflows and the activities.
 * @deterministic
 */

/** Event types that a receiver can subscribe to. */
export const WEBHOOK_EVENT_TYPES = ['job.started', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** Where deliveries of a job go, fixed at submission. Part of the input of a job's workflow, never of its memo. */
export interface Webhook {
  readonly url: string;
  /** Name of the signing secret; `null`: deliveries are not signed. */
  readonly secret_ref: string | null;
  readonly event_types: readonly WebhookEventType[];
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** API paths included in the deliveries. */
  readonly links: { readonly self: string; readonly result: string };
  readonly policy: DeliveryPolicy;
}

export interface DeliveryPolicy {
  /** Delays between attempts, before jitter. There is one more attempt than delays. */
  readonly retry_delays_ms: readonly number[];
  /** Time limit for a receiver's response. */
  readonly timeout_ms: number;
}

/** The body of a delivery, as specified by Standard Webhooks. */
export interface WebhookPayload {
  readonly type: WebhookEventType;
  /** When the event happened. */
  readonly timestamp: string;
  readonly data: {
    /** As in the job's status. */
    readonly job: {
      readonly job_id: string;
      readonly kind: string;
      readonly state: string;
      readonly source: string;
      readonly priority: number;
      readonly created_at: string;
      readonly started_at: string | null;
      readonly finished_at: string | null;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly retryable: boolean;
        readonly details: Readonly<Record<string, unknown>>;
      } | null;
      readonly links: Webhook['links'];
    };
  };
}

/**
 * The delivery of one event to one receiver: the argument of the workflow `deliverWebhook`, whose ID is `webhook_id`.
 */
export interface WebhookDelivery {
  /** The same in every attempt, so that receivers can deduplicate. */
  readonly webhook_id: string;
  /** Starts at 1; each redelivery adds one. */
  readonly round: number;
  readonly tenant_id: string;
  readonly job_id: string;
  readonly target: Pick<Webhook, 'url' | 'secret_ref' | 'headers'>;
  readonly policy: DeliveryPolicy;
  readonly payload: WebhookPayload;
}

/** How a delivery ended: the result of its workflow. */
export interface DeliveryOutcome {
  readonly webhook_id: string;
  readonly round: number;
  readonly event_type: WebhookEventType;
  readonly state: 'delivered' | 'failed';
  readonly attempts: number;
  /** HTTP status of the last response; `null` when there was none. */
  readonly status: number | null;
  /** Why the last attempt failed. */
  readonly reason: string | null;
}
