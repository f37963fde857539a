/** The steps that remove a dataset, or documents of one, with all that is derived from them. */
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import {
  hideDataset,
  removeDataset as removeRows,
  removeHiddenDocuments,
  countHidden,
} from '../../domain/knowledge/maintenance/index.ts';
import type { Step } from '../step/step.ts';
import type { DatasetInput } from './types.ts';

export interface RemoveDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

interface Removed {
  readonly documents_removed: number;
}

/** Removes a dataset; one that is gone already is no error. */
export async function removeDataset(
  dependencies: RemoveDependencies,
  { dataset_id }: DatasetInput,
  step: Step,
): Promise<Removed> {
  step.begin();
  await hideDataset(dependencies.database, dataset_id);
  let documents_removed = 0;
  await removeRows(dependencies, dataset_id, (documents) => {
    documents_removed = documents;
    progress(step, documents, null);
  });
  return { documents_removed };
}

/** Removes the documents that were hidden for this job. */
export async function removeDocuments(
  dependencies: RemoveDependencies,
  _input: DatasetInput,
  step: Step,
): Promise<Removed> {
  step.begin();
  const documents_removed = await countHidden(dependencies.database, step.jobId);
  await removeHiddenDocuments(dependencies, step.jobId, (documents) => progress(step, documents, documents_removed));
  return { documents_removed };
}

function progress(step: Step, completed: number, total: number | null): void {
  step.signal.throwIfAborted();
  step.onProgress({ completed, total, unit: 'documents', message: null });
}
