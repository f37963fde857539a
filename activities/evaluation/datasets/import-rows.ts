/** The step that reads rows from where they are, and makes a version of a dataset of them. */
import { findDataset as findEvaluationDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { addVersion } from '../../../domain/evaluation/datasets/versions.ts';
import type { ImportResult } from '../../../domain/evaluation/results.ts';
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import type { Accessor } from '../../../domain/access/policy.ts';
import { enforceObjectAccess, keyOfContent } from '../../../domain/storage/objects.ts';
import { readCsv } from '../../../engines/evaluation/datasets/csv.ts';
import { readJsonl } from '../../../engines/evaluation/datasets/jsonl.ts';
import type { Row } from '../../../engines/evaluation/datasets/row.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Step } from '../../step/step.ts';
import { readKnowledge } from './read-knowledge.ts';
import type { ImportInput, ImportSource, ObjectSource } from './types.ts';

export interface ImportDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Can be repeated: a job makes one version. Reads what the submitter may read at that moment. */
export async function importRows(
  dependencies: ImportDependencies,
  { envelope, dataset_id, source }: ImportInput,
  step: Step,
): Promise<ImportResult> {
  step.begin();
  const { database } = dependencies;
  const submitter = accessorOf(envelope);
  const { id } = await findEvaluationDataset(database, submitter, dataset_id);
  const { version, rows } = await addVersion(dependencies, {
    ...{ datasetId: id, origin: step.jobId, subject: submitter.subject, signal: step.signal },
    rows: await open(dependencies, submitter, source, step.signal),
    onRows: (completed) => step.onProgress({ completed, total: null, unit: 'rows', message: null }),
  });
  return { dataset_id: id, version, rows };
}

async function open(
  dependencies: ImportDependencies,
  submitter: Accessor,
  source: ImportSource,
  signal: AbortSignal,
): Promise<AsyncIterable<Row>> {
  switch (source.type) {
    case 'object':
      return openObject(dependencies, submitter, source, signal);
    case 'knowledge_dataset':
      return readKnowledge(dependencies.database, submitter, source.dataset_id);
  }
}

async function openObject(
  { database, objects }: ImportDependencies,
  submitter: Accessor,
  { object_id, sha256, format, delimiter }: ObjectSource,
  signal: AbortSignal,
): Promise<AsyncIterable<Row>> {
  await enforceObjectAccess({ database }, submitter, object_id);
  const key = await keyOfContent(database, object_id, sha256);
  if (key === null) throw new ServiceError('not_found', `The object ${object_id} is no longer stored.`);
  const bytes = await objects.getStream(key, signal);
  return format === 'jsonl' ? readJsonl(bytes) : readCsv(bytes, delimiter);
}
