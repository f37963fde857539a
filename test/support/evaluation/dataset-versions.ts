/** Evaluation datasets straight in the stores. */
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import type { AccessPolicy } from '../../../domain/access/policy.ts';
import { createDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { addVersion, checkedRows } from '../../../domain/evaluation/datasets/versions.ts';
import type { EvaluationDatasetVersion } from '../../../domain/evaluation/datasets/versions.ts';
import { newId } from '../../../domain/ids.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { OWNER } from '../knowledge/datasets.ts';

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** A dataset of the owner's with these rows as its first version. */
export async function addDatasetVersion(
  stores: Stores,
  rows: readonly object[],
  accessPolicy: AccessPolicy = DEFAULT_ACCESS_POLICY,
): Promise<EvaluationDatasetVersion & { readonly datasetKey: string }> {
  const datasetKey = `rows-${newId('job').slice(-12).toLowerCase()}`;
  const named = { datasetKey, displayName: datasetKey, description: null };
  const { id } = await createDataset(stores.database, OWNER, { ...named, retentionClass: 'standard', accessPolicy }, 7);
  const added = { datasetId: id, origin: newId('job'), subject: OWNER.subject, rows: checkedRows(rows) };
  return { ...(await addVersion(stores, added)), datasetKey };
}
