import { createHash } from 'node:crypto';
import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import type { Static } from 'typebox';
import { decodePayload, timestamp } from '../../platform/temporal/decode.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { JobEnvelope, JobKind, JobState } from '../../domain/jobs/model.ts';
import { timestampOf } from '../contract/timestamp.ts';
import { ValidationError } from '../contract/validation.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { jobLinks } from './links.ts';
import type { JobSummary } from './schemas.ts';
import { ofTenant } from './visibility.ts';

const { WorkflowExecutionStatus } = proto.temporal.api.enums.v1;

type Run = temporal.api.workflow.v1.IWorkflowExecutionInfo;

/** Final states of runs that may have been retried since. */
const FAILED: ReadonlySet<number> = new Set([
  WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED,
  WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED,
  WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT,
]);

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: JobKind | undefined;
  /** A job identifier. */
  readonly parent?: string | undefined;
  /** A batch identifier. */
  readonly batch?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** Uses Temporal's status, which is also correct when the workflow could not report its end (terminated, timed out). */
const STATE_QUERIES: Readonly<Record<JobState, string>> = {
  queued: `ExecutionStatus = 'Running' AND ${SEARCH_ATTRIBUTES.state} = 'queued'`,
  running: `ExecutionStatus = 'Running' AND ${SEARCH_ATTRIBUTES.state} = 'running'`,
  cancelling: `ExecutionStatus = 'Running' AND ${SEARCH_ATTRIBUTES.state} = 'cancelling'`,
  succeeded: `ExecutionStatus = 'Completed'`,
  failed: `ExecutionStatus IN ('Failed', 'Terminated', 'TimedOut')`,
  cancelled: `ExecutionStatus = 'Canceled'`,
};

/**
 * A page of the tenant's jobs in the order of Temporal's visibility store: open jobs first, then the most recently
 * ended.
 */
export async function listJobs(
  services: Services,
  identity: Identity,
  filter: JobFilter,
  page: { readonly limit: number; readonly cursor: string | undefined },
): Promise<{ items: Static<typeof JobSummary>[]; next_cursor: string | null }> {
  const { connection, namespace } = services.temporal;
  const query = visibilityQuery(identity.tenantId, filter);
  const { executions, nextPageToken } = await connection.workflowService.listWorkflowExecutions({
    namespace,
    query,
    pageSize: page.limit,
    nextPageToken: decodeCursor(query, page.cursor),
  });
  return {
    items: (await currentRuns(services, executions ?? [])).flatMap((execution) => summary(services, execution) ?? []),
    next_cursor: encodeCursor(query, nextPageToken ?? new Uint8Array()),
  };
}

/**
 * Removes runs that a retry has replaced, which the visibility store lists next to the current run. A page can
 * therefore be shorter.
 */
async function currentRuns({ temporal }: Services, runs: readonly Run[]): Promise<Run[]> {
  const ids = runs.map(({ execution }) => execution?.workflowId);
  const newest = runs.filter((_run, index) => ids.indexOf(ids[index]) === index);
  const isCurrent = await Promise.all(
    newest.map(async ({ execution, status }) => {
      if (!FAILED.has(status ?? 0) || !execution?.workflowId) return true;
      const { runId } = await temporal.client.workflow.getHandle(execution.workflowId).describe();
      return runId === execution.runId;
    }),
  );
  return newest.filter((_run, index) => isCurrent[index]);
}

/** The query of Temporal's visibility store for the tenant's jobs that match. */
export function visibilityQuery(tenantId: string, filter: JobFilter): string {
  const { state, kind, parent, batch, created_after, created_before } = filter;
  return [
    ofTenant(tenantId),
    `ExecutionStatus != 'ContinuedAsNew'`,
    kind && `${SEARCH_ATTRIBUTES.kind} = '${kind}'`,
    parent && `${SEARCH_ATTRIBUTES.parent} = '${parent}'`,
    batch && `${SEARCH_ATTRIBUTES.batch} = '${batch}'`,
    state && STATE_QUERIES[state],
    created_after && `StartTime >= '${timestampOf(created_after)}'`,
    created_before && `StartTime < '${timestampOf(created_before)}'`,
  ]
    .filter(Boolean)
    .join(' AND ');
}

/**
 * A cursor is Temporal's page token with a checksum of the query. This detects a cursor of another list, tenant or
 * filter immediately, where Temporal would retry repeatedly.
 */
function encodeCursor(query: string, token: Uint8Array): string | null {
  return token.length === 0 ? null : Buffer.concat([checksum(query, token), token]).toString('base64url');
}

function decodeCursor(query: string, cursor: string | undefined): Uint8Array {
  if (cursor === undefined) return new Uint8Array();
  const bytes = Buffer.from(cursor, 'base64url');
  const token = bytes.subarray(CHECKSUM_BYTES);
  if (bytes.subarray(0, CHECKSUM_BYTES).equals(checksum(query, token))) return token;
  const msg = 'This cursor does not belong to this list. Use next_cursor of the previous page with the same filters.';
  throw new ValidationError([{ loc: ['query', 'cursor'], msg, type: 'cursor' }]);
}

const CHECKSUM_BYTES = 8;

function checksum(query: string, token: Uint8Array): Buffer {
  return createHash('sha256').update(query).update('\0').update(token).digest().subarray(0, CHECKSUM_BYTES);
}

function summary({ config }: Services, execution: Run): Static<typeof JobSummary> | null {
  const envelope = decodePayload<JobEnvelope>(execution.memo?.fields?.['job']);
  const jobId = execution.execution?.workflowId;
  if (!envelope || !jobId) return null;
  return {
    job_id: jobId,
    kind: envelope.kind,
    state: listedState(execution),
    source: envelope.source,
    priority: envelope.priority,
    created_at: envelope.created_at,
    finished_at: execution.closeTime
      ? (decodePayload<string>(execution.memo?.fields?.['finished_at']) ?? timestamp(execution.closeTime))
      : null,
    links: jobLinks(config, envelope.kind, jobId),
  };
}

function listedState({ status, searchAttributes }: Run): JobState {
  switch (status) {
    case WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED:
      return 'succeeded';
    case WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED:
      return 'cancelled';
    case WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED:
    case WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED:
    case WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT:
      return 'failed';
    default: {
      const state = decodePayload<string>(searchAttributes?.indexedFields?.[SEARCH_ATTRIBUTES.state]);
      return state === 'queued' || state === 'cancelling' ? state : 'running';
    }
  }
}
