import { decodePayload } from '../../platform/temporal/decode.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { Services } from '../services.ts';
import { openOfTenant } from './visibility.ts';

const PAGE_SIZE = 500;

/** The tenant's open jobs on this source, from Temporal's visibility store, which lags slightly. */
export async function unfinishedJobsOn({ temporal }: Services, tenantId: string, source: string): Promise<string[]> {
  const { connection, namespace } = temporal;
  const query = openOfTenant(tenantId);
  const jobIds: string[] = [];
  let nextPageToken: Uint8Array = new Uint8Array();
  do {
    const page = await connection.workflowService.listWorkflowExecutions({
      namespace,
      query,
      pageSize: PAGE_SIZE,
      nextPageToken,
    });
    for (const { execution, memo } of page.executions ?? []) {
      const envelope = decodePayload<JobEnvelope>(memo?.fields?.['job']);
      if (envelope?.source === source && execution?.workflowId) jobIds.push(execution.workflowId);
    }
    nextPageToken = page.nextPageToken ?? new Uint8Array();
  } while (nextPageToken.length > 0);
  return jobIds;
}
