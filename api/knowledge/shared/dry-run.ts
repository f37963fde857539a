import { uselessMembers } from '../../contract/validation.ts';
import type { ValidationIssue } from '../../contract/validation.ts';

/** Limits of a request that is a dry run, which calls no model. */
export function limitsOfDryRun(
  request: Readonly<Partial<Record<'dry_run' | 'max_cost_usd' | 'max_tokens', unknown>>>,
): ValidationIssue[] {
  return request.dry_run === true ? uselessMembers(request, ['max_cost_usd', 'max_tokens'], 'a dry run') : [];
}
