import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import proto from '@temporalio/proto';
import { ServiceError } from '../../errors/index.ts';
import { isId } from '../../domain/ids.ts';
import type { JobKind, JobMemo } from '../../domain/jobs/model.ts';
import { readRecord } from '../../domain/jobs/records.ts';
import type { JobRecord } from '../../domain/jobs/records.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import type { Services } from '../services.ts';

/** A job as Temporal knows it. */
export interface KnownJob {
  readonly from: 'temporal';
  readonly jobId: string;
  readonly kind: JobKind;
  readonly memo: JobMemo;
  readonly description: WorkflowExecutionDescription;
}

/** A job that Temporal has deleted, from its record. */
export interface RecordedJob {
  readonly from: 'record';
  readonly jobId: string;
  readonly kind: JobKind;
  readonly row: JobRecord;
}

export type FoundJob = KnownJob | RecordedJob;

/** When it was accepted, in ISO 8601. */
export const createdAtOf = (job: FoundJob): string =>
  job.from === 'temporal' ? job.memo.job.created_at : job.row.createdAt.toISOString();

/** The job in its current run. Throws `not_found` when it does not exist or belongs to another tenant. */
export async function findJob(services: Services, identity: Identity, jobId: string): Promise<FoundJob> {
  const job = isId('job', jobId)
    ? ((await describeJob(services, jobId)) ?? (await findRecorded(services, jobId)))
    : null;
  const tenant = job?.from === 'temporal' ? job.memo.job.tenant_id : job?.row.tenantId;
  if (!job || tenant !== identity.tenantId) throw new ServiceError('not_found', `There is no job ${jobId}.`);
  return job;
}

/** The job as Temporal describes it; `null` when no such workflow exists or it is not a job of this service. */
export async function describeJob({ temporal }: Services, jobId: string): Promise<KnownJob | null> {
  try {
    const description = await temporal.client.workflow.getHandle(jobId).describe();
    const memo = description.memo as Partial<JobMemo> | undefined;
    if (!memo?.job) return null;
    return { from: 'temporal', jobId, kind: memo.job.kind, memo: { ...memo, job: memo.job }, description };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** The job from its record; `null` when it has none. */
export async function findRecorded({ database }: Services, jobId: string): Promise<RecordedJob | null> {
  const row = await readRecord(database, jobId);
  return row && { from: 'record', jobId, kind: row.kind, row };
}

/** The last event of a closed run, read without the rest of its history. `null` while the run is open. */
export async function closingEvent(
  { temporal: { connection, namespace } }: Services,
  jobId: string,
  runId: string,
): Promise<HistoryEvent | null> {
  const { history } = await connection.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId: jobId, runId },
    historyEventFilterType: proto.temporal.api.enums.v1.HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT,
  });
  return history?.events?.at(-1) ?? null;
}
