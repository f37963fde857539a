import { failureOf } from '../../domain/jobs/decode.ts';
import { timestamp } from '../../platform/temporal/decode.ts';
import { jobExpiry } from '../../domain/jobs/records.ts';
import { spentUsage } from '../../domain/jobs/spent-usage.ts';
import { addUsage } from '../../domain/jobs/usage.ts';
import type { JobError, JobProgress, JobState } from '../../domain/jobs/model.ts';
import { parseTraceparent } from '../../platform/tracing/trace-context.ts';
import type { Services } from '../services.ts';
import { finalCounts, liveCounts } from './children.ts';
import { closingEvent } from './job-lookup.ts';
import type { FoundJob, KnownJob, RecordedJob } from './job-lookup.ts';
import { jobLinks } from './links.ts';
import { currentPriority } from '../../domain/jobs/priority.ts';
import type { JobStatusDetail } from './schemas.ts';
import { begunAt, heartbeatOf, isAtWork, stateOf } from './state.ts';
import { waitingOn } from './waiting.ts';

/** The status of a job. Needs no worker: it is read from Temporal's own record of the workflow. */
export function jobStatus(services: Services, job: FoundJob): Promise<JobStatusDetail> | JobStatusDetail {
  return job.from === 'temporal' ? liveStatus(services, job) : recordedStatus(services, job);
}

async function liveStatus(services: Services, job: KnownJob): Promise<JobStatusDetail> {
  const { jobId, memo, description } = job;
  const envelope = memo.job;
  const state = stateOf(description);
  const open = description.closeTime === undefined;
  const [waiting, error, usage, children] = await Promise.all([
    open ? waitingOn(services, job) : null,
    state === 'failed' ? failure(services, job) : null,
    spentUsage(services.temporal.client.workflow, description),
    memo.children ? liveCounts(services, job, memo.children) : null,
  ]);
  const finishedAt = description.closeTime ? (memo.finished_at ?? description.closeTime.toISOString()) : null;
  return {
    job_id: jobId,
    parent_job_id: envelope.parent_job_id ?? null,
    batch_id: envelope.batch_id ?? null,
    kind: envelope.kind,
    state,
    source: envelope.source,
    dry_run: envelope.dry_run ?? false,
    priority: currentPriority(envelope.priority, description.raw.workflowExecutionInfo?.priority?.priorityKey),
    created_at: envelope.created_at,
    started_at: startedAt(job),
    updated_at: finishedAt ?? lastChange(job),
    finished_at: finishedAt,
    expires_at: finishedAt && jobExpiry(envelope, new Date(finishedAt)).toISOString(),
    progress: progressOf(job),
    usage: [...usage],
    children,
    waiting_on: waiting,
    error,
    trace: trace(envelope.traceparent),
    workflow: { workflow_id: jobId, run_id: description.runId, task_queue: description.taskQueue },
    links: jobLinks(services.config, envelope.kind, jobId),
  };
}

function recordedStatus({ config }: Services, { jobId, kind, row }: RecordedJob): JobStatusDetail {
  return {
    job_id: jobId,
    parent_job_id: row.parentJobId,
    batch_id: row.batchId,
    kind,
    state: row.state,
    source: row.source,
    dry_run: row.dryRun,
    priority: row.priority,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    updated_at: row.finishedAt.toISOString(),
    finished_at: row.finishedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    progress: row.progress,
    usage: [...addUsage(row.usage, row.childrenUsage)],
    children: row.children && finalCounts(row.children),
    waiting_on: null,
    error: row.error,
    trace: trace(row.traceparent),
    workflow: { workflow_id: jobId, run_id: row.runId, task_queue: row.taskQueue },
    links: { ...jobLinks(config, kind, jobId), temporal_ui: null },
  };
}

async function failure(services: Services, { jobId, description }: KnownJob): Promise<JobError | null> {
  const event = await closingEvent(services, jobId, description.runId);
  return event && failureOf(event);
}

/**
 * The workflow's own count if it has one; else the progress of the only running step; else the last progress in the
 * memo.
 */
function progressOf({ description, memo }: KnownJob): JobProgress | null {
  const [step, ...others] = description.raw.pendingActivities ?? [];
  const isAlone = step !== undefined && others.length === 0 && isAtWork(step);
  const ofStep = isAlone && !memo.counts_progress ? heartbeatOf(step)?.progress : null;
  return ofStep ?? memo.progress ?? null;
}

function startedAt({ description, memo }: KnownJob): string | null {
  return memo.started_at ?? begunAt(description.raw.pendingActivities ?? []);
}

function lastChange(job: KnownJob): string {
  const { description, memo } = job;
  const times = (description.raw.pendingActivities ?? []).flatMap(({ lastHeartbeatTime, lastStartedTime }) => [
    timestamp(lastHeartbeatTime),
    timestamp(lastStartedTime),
  ]);
  return (
    [memo.job.created_at, startedAt(job), ...times]
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? memo.job.created_at
  );
}

function trace(traceparent: string): JobStatusDetail['trace'] {
  return { trace_id: parseTraceparent(traceparent)?.traceId ?? '', traceparent };
}

export function isFinal(state: string): boolean {
  return (['succeeded', 'failed', 'cancelled'] satisfies JobState[]).some((final) => final === state);
}
