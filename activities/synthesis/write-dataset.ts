/** The step that makes the accepted items of a job a version of an evaluation dataset. */
import { findOrCreateDataset } from '../../domain/evaluation/datasets/datasets.ts';
import { addVersion } from '../../domain/evaluation/datasets/versions.ts';
import type { AddedVersion } from '../../domain/evaluation/results.ts';
import { accessorOf } from '../../domain/jobs/accessor.ts';
import { closedSources } from '../../domain/synthesis/closed-sources.ts';
import { openItems } from '../../domain/synthesis/items.ts';
import type { StoredItem } from '../../domain/synthesis/items.ts';
import { piecesOf } from '../../engines/evaluation/datasets/index.ts';
import { datasetRow } from '../../engines/synthesis/outputs/index.ts';
import type { Config } from '../../domain/settings.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Step } from '../step/step.ts';
import type { DatasetInput } from './types.ts';

export interface DatasetDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly config: { readonly storage: Pick<Config['storage'], 'temporaryRetentionDays'> };
}

/** Can be repeated: a job makes one version. Items whose sources the submitter may no longer read are left out. */
export async function writeDataset(
  { database, objects, config }: DatasetDependencies,
  { envelope, dataset }: DatasetInput,
  step: Step,
): Promise<AddedVersion> {
  step.begin();
  const submitter = accessorOf(envelope);
  const { jobId, signal } = step;
  const { dataset_key, display_name, access_policy } = dataset;
  const created = {
    datasetKey: dataset_key,
    displayName: display_name,
    description: null,
    retentionClass: 'standard' as const,
    accessPolicy: access_policy,
  };
  const { id } = await findOrCreateDataset(database, submitter, created, config.storage.temporaryRetentionDays);
  const closed = await closedSources(database, submitter, jobId);
  const { version, rows } = await addVersion(
    { database, objects },
    {
      datasetId: id,
      origin: jobId,
      subject: submitter.subject,
      signal,
      rows: piecesOf(rowsOf(openItems(database, jobId, 'accepted', closed))),
      onRows: (completed) => step.onProgress({ completed, total: null, unit: 'rows', message: null }),
    },
  );
  return { dataset_id: id, version, rows };
}

async function* rowsOf(items: AsyncIterable<StoredItem>): AsyncGenerator<ReturnType<typeof datasetRow>> {
  for await (const item of items) yield datasetRow(item);
}
