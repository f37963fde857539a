/** Order among those who write to a dataset. */
import { ServiceError } from '../../../errors/index.ts';
import type { Statements } from '../../../platform/database/client.ts';

/**
 * Lets one transaction at a time write to a dataset: its counts of terms and entities are shared by all of its chunks,
 * and two transactions that update them in different orders would wait for each other.
 */
export async function lockDataset(statements: Statements, datasetId: string): Promise<void> {
  await statements.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`knowledge ${datasetId}`}, 0))`;
}

/** The same, for what a dataset must not get once its deletion has begun: then `dataset_deleted`. */
export async function lockToAdd(statements: Statements, datasetId: string): Promise<void> {
  await lockDataset(statements, datasetId);
  const [open] = await statements.$queryRaw<unknown[]>`
    SELECT 1 FROM knowledge_dataset WHERE id = ${datasetId} AND deleted_at IS NULL FOR SHARE`;
  if (open === undefined) throw new ServiceError('dataset_deleted', `The dataset ${datasetId} is being deleted.`);
}

/**
 * Lets changes of the policies of objects wait for this transaction, which adds documents that are made of them; before
 * the lock of the dataset, as such a change takes the two in this order.
 */
export async function lockObjects(statements: Statements, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  await statements.$executeRaw`
    SELECT 1 FROM storage_object WHERE id = ANY(${[...objectIds]}::text[]) ORDER BY id FOR SHARE`;
}
