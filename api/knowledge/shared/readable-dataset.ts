import type { Caller } from '../../../domain/identity/identity.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Services } from '../../services.ts';

/** A dataset that the caller may read, and the database for reads that tenants take turns in. Throws `not_found`. */
export async function readableDataset(
  { fairReads }: Services,
  caller: Caller,
  datasetId: string,
): Promise<{ readonly database: Database; readonly dataset: DatasetRow }> {
  const database = fairReads(caller.tenantId);
  return { database, dataset: await findDataset(database, caller, { dataset_id: datasetId }) };
}
