/** Starts jobs, at most once per idempotency key. Temporal itself deduplicates. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { ServiceError } from '../../../errors/index.ts';
import { SEARCH_ATTRIBUTES } from '../../../domain/jobs/model.ts';
import type { JobEnvelope, JobInput, JobKind, JobMemo, WorkflowOfKind } from '../../../domain/jobs/model.ts';
import type { Webhook } from '../../../domain/webhook/model.ts';
import { formatTraceparent } from '../../../platform/tracing/trace-context.ts';
import { ValidationError } from '../../contract/validation.ts';
import { admitJobs } from '../../limits/admit-jobs.ts';
import type { Reservation } from '../../limits/open-jobs.ts';
import type { Services } from '../../services.ts';
import type { Workflows } from '../../../temporal-config/workflows.ts';
import { isUnavailable } from '../../../platform/faults/unavailable.ts';
import { createdAtOf, describeJob, findRecorded } from '../job-lookup.ts';
import type { FoundJob } from '../job-lookup.ts';
import { jobLinks } from '../links.ts';
import { turnOf } from '../../../domain/jobs/priority.ts';
import type { JobAccepted, JobWarning } from '../schemas.ts';
import { batchIdOf, commitBatch } from './batch.ts';
import { assertSameRequest, fingerprintOf, jobIdOf } from './idempotency.ts';
import type { Submission } from './submission.ts';
import { tenantAttribute } from '../visibility.ts';

const kindKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.kind, 'KEYWORD');
const stateKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, 'KEYWORD');
const batchKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.batch, 'KEYWORD');
const tenantKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.tenant, 'KEYWORD');

/** One job of the kind to start. */
export type JobOrder<Kind extends JobKind = JobKind> = Extract<AnyOrder, { readonly workflow: WorkflowOfKind<Kind> }>;

type AnyOrder = { readonly [Name in WorkflowOfKind<JobKind>]: OrderOf<Name> }[WorkflowOfKind<JobKind>];

interface OrderOf<Name extends WorkflowOfKind<JobKind>> {
  readonly workflow: Name;
  /** What it works on, for display. */
  readonly source: string;
  /** Whether it only estimates what a job of the kind would do. Default `false`. */
  readonly isDryRun?: boolean;
  /** One line for Temporal's Web UI. */
  readonly summary: string;
  /** Arguments of the workflow besides its envelope. */
  readonly input: Omit<Parameters<Workflows[Name]>[0], keyof JobInput>;
  /** Warnings for the client, returned again by every repeat of the request. */
  readonly warnings: readonly JobWarning[];
  /** Stores what the job will read, before it starts. May be called again for the same request. */
  readonly prepare?: (jobId: string) => Promise<void>;
}

/**
 * Starts one job per order, in order. With an idempotency key, the jobs of an earlier, possibly interrupted, request
 * with the same key are found, and only missing ones are started; `replayed` means that none was started. Throws {@link
 * ValidationError} when the key was used with another body, or is new and there are issues; `too_many_jobs` when the
 * limit does not allow all missing jobs. None is started then.
 */
export async function startJobs<Kind extends JobKind>(
  services: Services,
  submission: Submission<Kind>,
  orders: readonly JobOrder<Kind>[],
): Promise<{ readonly jobs: JobAccepted[]; readonly batchId: string | null; readonly replayed: boolean }> {
  const fingerprint = fingerprintOf(submission);
  const batchId = batchIdOf(submission, orders.length);
  const start = (order: JobOrder<Kind>, index: number) =>
    startJob(services, submission, batchId, fingerprint, order, index);

  const [first, ...others] = orders;
  if (!first) return { jobs: [], batchId, replayed: false };
  if (submission.issues.length > 0 && (await countKnown(services, submission, 1)) === 0) {
    throw new ValidationError(submission.issues);
  }
  const room = await reserveRoom(services, submission, orders.length);
  const started: StartedJob[] = [];
  try {
    // The first decides whether the key is free, before a request with another body can start anything.
    started.push(await start(first, 0));
    const rest = await Promise.allSettled(others.map((order, index) => start(order, index + 1)));
    started.push(...rest.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
    const failed = rest.find((outcome) => outcome.status === 'rejected');
    if (failed) throw interrupted(failed.reason, started, orders.length, fingerprint !== null);
  } finally {
    room.settle(started.filter(({ isNew }) => isNew).length);
  }
  const jobs = started.map(({ job }) => job);
  if (batchId !== null) {
    await commitBatch(services, submission, batchId, jobs).catch((error: unknown) => {
      throw interrupted(error, started, orders.length, fingerprint !== null);
    });
  }
  return { jobs, batchId, replayed: started.every(({ isNew }) => !isNew) };
}

/**
 * Reserves room for the jobs of a request. Jobs that an earlier request started are counted only if there is not
 * enough.
 */
async function reserveRoom(services: Services, submission: Submission, jobs: number): Promise<Reservation> {
  const { tenantId } = submission.identity;
  const room = await services.openJobs.reserve(tenantId, jobs);
  if (room) return room;
  return admitJobs(services.openJobs, tenantId, jobs - (await countKnown(services, submission, jobs)));
}

/** How many of its first `jobs` jobs an earlier request with the same key has started. */
async function countKnown(services: Services, submission: Submission, jobs: number): Promise<number> {
  if (submission.idempotencyKey === undefined) return 0;
  const known = await Promise.all(
    Array.from({ length: jobs }, async (_job, index) => {
      const jobId = jobIdOf(submission, index);
      return (await findRecorded(services, jobId)) ?? describeJob(services, jobId);
    }),
  );
  return known.filter((job) => job !== null).length;
}

/** Without a key a repeat would start the same work again, so the client must learn what was started. */
function interrupted(reason: unknown, started: readonly StartedJob[], wanted: number, hasKey: boolean): unknown {
  if (hasKey || !isUnavailable(reason)) return reason;
  const message = `A dependency became unavailable after ${started.length} of ${wanted} jobs were started. They continue.`;
  return new ServiceError('unavailable', message, { started_job_ids: started.map(({ job }) => job.job_id) }, reason);
}

interface StartedJob {
  readonly job: JobAccepted;
  readonly isNew: boolean;
}

async function startJob(
  services: Services,
  submission: Submission,
  batchId: string | null,
  fingerprint: string | null,
  order: JobOrder,
  index: number,
): Promise<StartedJob> {
  const { kind, identity } = submission;
  const jobId = jobIdOf(submission, index);
  // Once Temporal has deleted the workflow, the record still reserves the key.
  const earlier = fingerprint && (await findRecorded(services, jobId));
  if (earlier) return found(services, earlier, order, fingerprint, earlier.row.fingerprint);

  const envelope = envelopeOf(services, submission, batchId, fingerprint, order);
  if (order.prepare) {
    // Nothing is stored for a request that starts no job.
    const running = fingerprint && (await describeJob(services, jobId));
    if (running) return found(services, running, order, fingerprint, running.memo.job.fingerprint);
    await order.prepare(jobId);
  }
  try {
    await services.temporal.client.workflow.start(order.workflow, {
      workflowId: jobId,
      ...turnOf(identity.tenantId, submission.priority),
      args: [{ ...order.input, envelope, webhook: webhookOf(services, submission, jobId) }],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      memo: { job: envelope } satisfies JobMemo,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: kindKey, value: kind },
        { key: stateKey, value: 'queued' },
        { key: tenantKey, value: tenantAttribute(identity.tenantId) },
        ...(batchId === null ? [] : [{ key: batchKey, value: batchId }]),
      ]),
      staticSummary: order.summary,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError) || fingerprint === null) throw error;
    const running = await describeJob(services, jobId);
    if (!running) throw error;
    return found(services, running, order, fingerprint, running.memo.job.fingerprint);
  }
  services.record({ name: 'job_started', kind });
  const { created_at: createdAt } = envelope;
  return { job: acceptedJob(services, { kind, jobId, createdAt, warnings: order.warnings }), isNew: true };
}

function webhookOf({ config }: Services, { kind, webhook }: Submission, jobId: string): Webhook | null {
  if (!webhook) return null;
  const { self, result } = jobLinks(config, kind, jobId);
  return { ...webhook, links: { self, result } };
}

function found(
  services: Services,
  job: FoundJob,
  { warnings }: JobOrder,
  fingerprint: string,
  theirs: string | null,
): StartedJob {
  assertSameRequest(fingerprint, theirs);
  return { job: acceptedJob(services, { ...job, createdAt: createdAtOf(job), warnings }), isNew: false };
}

interface AcceptedJob {
  readonly kind: JobKind;
  readonly jobId: string;
  /** In ISO 8601. */
  readonly createdAt: string;
  readonly warnings: readonly JobWarning[];
}

/** The answer to the request that submitted the job, or to one that found it. */
export function acceptedJob({ config }: Services, { kind, jobId, createdAt, warnings }: AcceptedJob): JobAccepted {
  const links = jobLinks(config, kind, jobId);
  return { job_id: jobId, kind, state: 'queued', created_at: createdAt, warnings: [...warnings], links };
}

function envelopeOf(
  { config }: Services,
  { kind, identity, trace, priority, stepTimeoutMs }: Submission,
  batchId: string | null,
  fingerprint: string | null,
  order: JobOrder,
): JobEnvelope {
  return {
    kind,
    tenant_id: identity.tenantId,
    ...(batchId !== null && { batch_id: batchId }),
    subject: identity.subject,
    roles: identity.roles,
    purpose: identity.purpose,
    priority,
    fingerprint,
    source: order.source,
    ...(order.isDryRun && { dry_run: true }),
    traceparent: formatTraceparent(trace),
    created_at: new Date().toISOString(),
    limits: {
      step_timeout_ms: stepTimeoutMs,
      heartbeat_timeout_ms: config.jobs.heartbeatTimeoutMs,
      retention_days: config.jobs.retentionDays,
      ...(config.limits.maxRunningJobs !== null && { max_running_jobs: config.limits.maxRunningJobs }),
    },
  };
}
