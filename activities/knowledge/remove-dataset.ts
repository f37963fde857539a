/** The step that removes a dataset with everything in it. */
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { hideDataset, removeDataset as removeRows } from '../../domain/knowledge/removal.ts';
import type { Step } from '../step/step.ts';
import type { DatasetInput } from './types.ts';

export interface RemoveDatasetDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Removes a dataset; one that is gone already is no error. */
export async function removeDataset(
  dependencies: RemoveDatasetDependencies,
  { dataset_id }: DatasetInput,
  step: Step,
): Promise<{ readonly documents_removed: number }> {
  step.begin();
  await hideDataset(dependencies.database, dataset_id);
  let documents_removed = 0;
  await removeRows(dependencies, dataset_id, (documents) => {
    step.signal.throwIfAborted();
    documents_removed = documents;
    step.onProgress({ completed: documents, total: null, unit: 'documents', message: null });
  });
  return { documents_removed };
}
