import type { Temporal } from '../../platform/temporal/client.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';

/**
 * A tenant as Temporal's visibility store knows it. Quotes and backslashes are percent-encoded, because the query
 * language would not match the name and could interpret it as syntax.
 */
export function tenantAttribute(tenantId: string): string {
  return tenantId.replaceAll(/["%'\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** The condition of a query of the visibility store: workflows of the tenant. */
export function ofTenant(tenantId: string): string {
  return `${SEARCH_ATTRIBUTES.tenant} = '${tenantAttribute(tenantId)}'`;
}

/** The same, restricted to open workflows. */
export function openOfTenant(tenantId: string): string {
  return `${ofTenant(tenantId)} AND ExecutionStatus = 'Running'`;
}

/** Number of open jobs of a tenant, according to the visibility store. */
export async function countOpenJobs({ connection, namespace }: Temporal, tenantId: string): Promise<number> {
  const query = openOfTenant(tenantId);
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  return Number(count);
}
