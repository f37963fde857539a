/** Who reads what a quality run shows. */
import { findDataset } from '../../domain/evaluation/datasets/datasets.ts';
import type { QualityResult } from '../../domain/evaluation/results.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { requireReadableQuotes } from './targets/knowledge.ts';

/**
 * Whether the caller may read, now, the evaluation dataset that the cases are from and all documents that the outputs
 * quote: throws `access_denied`, `insufficient_scope`, or `not_found` once one of them is deleted. A run without either
 * is open to its tenant.
 */
export async function requireReadableRun(
  services: Services,
  caller: Caller,
  jobId: string,
  { dataset_id }: Pick<QualityResult, 'dataset_id'>,
): Promise<void> {
  if (dataset_id !== null) await findDataset(services.database, caller, dataset_id);
  await requireReadableQuotes(services, caller, jobId);
}
