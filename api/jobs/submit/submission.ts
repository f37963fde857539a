/** The common members of requests that submit jobs. */
import type { Caller } from '../../../domain/identity/identity.ts';
import type { JobKind } from '../../../domain/jobs/model.ts';
import type { WebhookOrder } from '../../../domain/webhook/model.ts';
import type { TraceContext } from '../../../platform/tracing/trace-context.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import { readWebhook } from '../../webhook/read.ts';
import type { WebhookRequest } from '../../webhook/schemas.ts';

export interface Submission<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  readonly route: string;
  readonly identity: Caller;
  readonly trace: TraceContext;
  readonly priority: number;
  readonly idempotencyKey: string | undefined;
  readonly webhook: WebhookOrder | null;
  /** Time limit of a single attempt of a step. */
  readonly stepTimeoutMs: number;
  /** The request as received: a repeat with the same key must be identical. */
  readonly body: unknown;
  /** Why it cannot be started now. Jobs started earlier under its key are found nevertheless. */
  readonly issues: readonly ValidationIssue[];
}

const DEFAULT_PRIORITY = 5;

/** Header of the response to a submission with an idempotency key. */
export const REPLAY_HEADER = {
  'Idempotent-Replayed': '`true` when the key was already used and no job was started.',
} as const;

/** {@link REPLAY_HEADER} if `replayed`. */
export function replayHeader(replayed: boolean): Readonly<Record<string, string>> {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {};
}

/** The members that requests of all domains have. */
export interface JobRequest {
  readonly priority?: number;
  readonly webhook?: WebhookRequest;
  readonly options?: Readonly<Record<string, unknown>> & { readonly timeout_seconds?: number };
}

/** Where a request comes from: `route` is part of the scope of its idempotency key. */
export type Origin = Pick<Submission, 'route' | 'identity' | 'trace' | 'idempotencyKey'>;

/** The submission of a request, whose `issues` are those of these members alone. */
export async function readSubmission<Kind extends JobKind>(
  services: Services,
  kind: Kind,
  request: JobRequest,
  origin: Origin,
): Promise<Submission<Kind>> {
  const { stepTimeoutMs, issues: timeoutIssues } = readStepTimeout(
    request.options?.timeout_seconds,
    services.config.jobs.stepTimeoutMs,
  );
  const { webhook, issues: webhookIssues } = await readWebhook(services, request.webhook);
  const { priority = DEFAULT_PRIORITY } = request;
  const issues = [...timeoutIssues, ...webhookIssues];
  return { ...origin, kind, priority, body: request, webhook, stepTimeoutMs, issues };
}

/** Time limit of each attempt of a step in milliseconds: at most `longestMs`, which is also the default. */
function readStepTimeout(
  timeout_seconds: number | undefined,
  longestMs: number,
): { readonly stepTimeoutMs: number; readonly issues: readonly ValidationIssue[] } {
  const stepTimeoutMs = timeout_seconds === undefined ? longestMs : timeout_seconds * 1000;
  const msg =
    `Use a number of at most ${Math.floor(longestMs / 1000)}. The operator can raise the limit with ` +
    'STEP_TIMEOUT_MS.';
  const issue = { loc: ['body', 'options', 'timeout_seconds'], msg, type: 'timeout_seconds' };
  return { stepTimeoutMs, issues: stepTimeoutMs > longestMs ? [issue] : [] };
}
