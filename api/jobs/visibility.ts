import type { Temporal } from '../../platform/temporal/client.ts';
import { SEARCH_ATTRIBUTES } from '../../platform/jobs/model.ts';

/** A string literal of the query language of Temporal's visibility store. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** How many jobs of a tenant have not ended, as the visibility store sees it. */
export async function countOpenJobs({ connection, namespace }: Temporal, tenantId: string): Promise<number> {
  const query = `${SEARCH_ATTRIBUTES.tenant} = ${quoted(tenantId)} AND ExecutionStatus = 'Running'`;
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  return Number(count);
}
