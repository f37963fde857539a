/** The step that reads rows from where they are, and makes a version of a dataset of them. */
import { findDataset as findEvaluationDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { addVersion } from '../../../domain/evaluation/datasets/versions.ts';
import type { AddedVersion } from '../../../domain/evaluation/results.ts';
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import type { Accessor } from '../../../domain/access/policy.ts';
import { enforceObjectAccess, findContent } from '../../../domain/storage/objects.ts';
import { piecesOf } from '../../../engines/evaluation/datasets/index.ts';
import type { RowPieces } from '../../../engines/evaluation/datasets/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Step } from '../../step/step.ts';
import type { ReadingPool } from './reading/pool.ts';
import { readKnowledge } from './read-knowledge.ts';
import type { ImportInput, ImportSource, ObjectSource } from './types.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';
import { poolCaller } from '../../step/pool-caller.ts';

export interface ImportDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly reading: Pick<ReadingPool, 'read'>;
}

/** Can be repeated: a job makes one version. Reads what the submitter may read at that moment. */
export async function importRows(
  dependencies: ImportDependencies,
  { envelope, dataset_id, source }: ImportInput,
  step: Step,
): Promise<AddedVersion> {
  step.begin();
  const { database } = dependencies;
  const submitter = accessorOf(envelope);
  const { id } = await findEvaluationDataset(database, submitter, dataset_id);
  const caller = poolCaller(envelope, step);
  const { version, rows } = await addVersion(dependencies, {
    datasetId: id,
    origin: step.jobId,
    subject: submitter.subject,
    signal: step.signal,
    rows: await open(dependencies, submitter, source, caller),
    onRows: (completed) => step.onProgress({ completed, total: null, unit: 'rows', message: null }),
  });
  return { dataset_id: id, version, rows };
}

async function open(
  dependencies: ImportDependencies,
  submitter: Accessor,
  source: ImportSource,
  caller: PoolCaller,
): Promise<RowPieces> {
  switch (source.type) {
    case 'object':
      return openObject(dependencies, submitter, source, caller);
    case 'knowledge_dataset':
      return piecesOf(readKnowledge(dependencies, submitter, source, caller.signal));
  }
}

async function openObject(
  { database, objects, reading }: ImportDependencies,
  submitter: Accessor,
  { object_id, sha256, format, delimiter }: ObjectSource,
  caller: PoolCaller,
): Promise<RowPieces> {
  await enforceObjectAccess({ database }, submitter, object_id);
  const content = await findContent(database, object_id, sha256);
  if (content === null) throw new ServiceError('not_found', `The object ${object_id} is no longer stored.`);
  const { key, bytes } = content;
  const file = { bytes, open: (signal: AbortSignal) => objects.getStream(key, signal) };
  return reading.read({ format, delimiter, bytes }, file, caller);
}
