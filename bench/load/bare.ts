/** Starts jobs directly at Temporal, with the same options as the service. */
import { Client, Connection } from '@temporalio/client';
import { TypedSearchAttributes, decodePriority, defineSearchAttributeKey } from '@temporalio/common';
import type { Priority } from '@temporalio/common';
import { decodePayload } from '../../platform/temporal/decode.ts';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { JobInput } from '../../domain/jobs/model.ts';

const kindKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.kind, 'KEYWORD');
const stateKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, 'KEYWORD');
const tenantKey = defineSearchAttributeKey(SEARCH_ATTRIBUTES.tenant, 'KEYWORD');

/** Options common to all starts. */
export interface BareStart {
  readonly address: string;
  readonly namespace: string;
  readonly input: JobInput;
  readonly priority: Priority;
}

export interface BareClient {
  start(jobId: string): Promise<void>;
  describe(jobId: string): Promise<unknown>;
  cancel(jobId: string): Promise<unknown>;
  /** Reads the page of matches after `token` and returns its own token. */
  list(query: string, pageSize: number, token: Uint8Array | null): Promise<Uint8Array>;
  /** Number of workflows. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** The options with which the service started a job. */
export async function readBareStart(address: string, namespace: string, jobId: string): Promise<BareStart> {
  const connection = await Connection.connect({ address });
  try {
    const { events } = await new Client({ connection, namespace }).workflow.getHandle(jobId).fetchHistory();
    const started = events?.[0]?.workflowExecutionStartedEventAttributes;
    const input = decodePayload<JobInput>(started?.input?.payloads?.[0]);
    if (!input) throw new Error(`${jobId} has no input`);
    return { address, namespace, input, priority: decodePriority(started?.priority) };
  } finally {
    await connection.close();
  }
}

export async function connectBare({ address, namespace, input, priority }: BareStart): Promise<BareClient> {
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const { kind, tenant_id } = input.envelope;
  const typedSearchAttributes = new TypedSearchAttributes([
    { key: kindKey, value: kind },
    { key: stateKey, value: 'queued' },
    { key: tenantKey, value: tenant_id },
  ]);
  return {
    start: async (workflowId) => {
      await workflow.start('parseJob', {
        workflowId,
        args: [input],
        memo: { job: input.envelope },
        typedSearchAttributes,
        priority,
        taskQueue: JOBS_TASK_QUEUE,
        staticSummary: 'parse',
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
      });
    },
    describe: (jobId) => workflow.getHandle(jobId).describe(),
    cancel: (jobId) => workflow.getHandle(jobId).cancel(),
    list: async (query, pageSize, nextPageToken) => {
      const page = { namespace, query, pageSize, nextPageToken };
      return (await connection.workflowService.listWorkflowExecutions(page)).nextPageToken;
    },
    count: async () => (await workflow.count()).count,
    close: () => connection.close(),
  };
}
