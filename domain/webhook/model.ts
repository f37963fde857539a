/**
 * The words of webhooks that the API, the workflows and the activities share. Every layer may import this file.
 */

/** What a receiver can be told of a job. */
export const WEBHOOK_EVENT_TYPES = ['job.started', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** Where deliveries of a job go, decided when it is submitted. The second argument's part of a job's workflow, never its memo. */
export interface Webhook {
  readonly url: string;
  /** Name of the secret that signs; `null`: deliveries are not signed. */
  readonly secret_ref: string | null;
  readonly event_types: readonly WebhookEventType[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Paths of the API that the deliveries name. */
  readonly links: { readonly self: string; readonly result: string };
  readonly policy: DeliveryPolicy;
}

export interface DeliveryPolicy {
  /** Pauses between attempts, before jitter: one more attempt than pauses. */
  readonly retry_delays_ms: readonly number[];
  /** How long a receiver may take to answer. */
  readonly timeout_ms: number;
}

/** The body of a delivery, as Standard Webhooks wants it. */
export interface WebhookPayload {
  readonly type: WebhookEventType;
  /** When the event happened. */
  readonly timestamp: string;
  readonly data: {
    /** In the words of the job's status. */
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

/** One event on its way to one receiver: the argument of the workflow `deliverWebhook`, whose ID is `webhook_id`. */
export interface WebhookDelivery {
  /** The same in every attempt: receivers drop repeats by it. */
  readonly webhook_id: string;
  /** 1, and one more each time it is delivered again. */
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
  /** Status of the last answer; `null` when there was none. */
  readonly status: number | null;
  /** Why the last attempt did not succeed. */
  readonly reason: string | null;
}
