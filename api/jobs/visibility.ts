import type { Temporal } from '../../platform/temporal/client.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';

/**
 * A tenant as Temporal's visibility store knows it. Quotes and backslashes are percent-encoded: the store, or the language
 * of its queries, would not find the name again, and could take it for more than a name.
 */
export function tenantAttribute(tenantId: string): string {
  return tenantId.replaceAll(/["%'\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** The condition of a query of the visibility store: workflows of the tenant. */
export function ofTenant(tenantId: string): string {
  return `${SEARCH_ATTRIBUTES.tenant} = '${tenantAttribute(tenantId)}'`;
}

/** The same: those that have not ended. */
export function openOfTenant(tenantId: string): string {
  return `${ofTenant(tenantId)} AND ExecutionStatus = 'Running'`;
}

/** How many jobs of a tenant have not ended, as the visibility store sees it. */
export async function countOpenJobs({ connection, namespace }: Temporal, tenantId: string): Promise<number> {
  const query = openOfTenant(tenantId);
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  return Number(count);
}
