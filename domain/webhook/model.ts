/**
 * The vocabulary of webhooks shared by the API, the workflows and the activities.
 * @deterministic
 */

/** Event types of one job. */
export const JOB_WEBHOOK_EVENT_TYPES = ['job.started', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;
export type JobWebhookEventType = (typeof JOB_WEBHOOK_EVENT_TYPES)[number];

/** All jobs of a request have ended. */
export const BATCH_COMPLETED = 'batch.completed';

/** Event types that a receiver can subscribe to. */
export const WEBHOOK_EVENT_TYPES = [...JOB_WEBHOOK_EVENT_TYPES, BATCH_COMPLETED] as const;
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

/** A webhook without the paths of a specific job. */
export type WebhookOrder = Omit<Webhook, 'links'>;

export interface DeliveryPolicy {
  /** Delays between attempts, before jitter. There is one more attempt than delays. */
  readonly retry_delays_ms: readonly number[];
  /** Time limit for a receiver's response. */
  readonly timeout_ms: number;
}

/** The body of a delivery, as specified by Standard Webhooks. */
export type WebhookPayload = JobWebhookPayload | BatchWebhookPayload;

export interface JobWebhookPayload {
  readonly type: JobWebhookEventType;
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

export interface BatchWebhookPayload {
  readonly type: typeof BATCH_COMPLETED;
  /** When the last job was seen to have ended. */
  readonly timestamp: string;
  readonly data: {
    readonly batch: {
      readonly batch_id: string;
      readonly kind: string;
      readonly state: string;
      readonly priority: number;
      /** Number of jobs by final state. */
      readonly counts: { readonly succeeded: number; readonly failed: number; readonly cancelled: number };
      readonly created_at: string;
      readonly finished_at: string;
      readonly links: { readonly self: string };
    };
  };
}

/** What a delivery is about, for people, and its priority. */
export function subjectOf({ data }: WebhookPayload): { readonly label: string; readonly priority: number } {
  return 'job' in data
    ? { label: data.job.source, priority: data.job.priority }
    : { label: data.batch.batch_id, priority: data.batch.priority };
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
  /** For the event of a batch, its first job. */
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
