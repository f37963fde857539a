/** Creates, shows and changes datasets. */
import { DEFAULT_ACCESS_POLICY, guardedBy } from '../../../domain/access/policy.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import {
  countDatasets,
  changeDataset,
  createDataset,
  datasetToWrite,
  datasetMetadataOf,
  findDataset,
} from '../../../domain/knowledge/datasets/index.ts';
import type {
  DatasetCounters,
  DatasetAttributes,
  DatasetRow,
  DatasetSelector,
} from '../../../domain/knowledge/datasets/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { notExactlyOne } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import { policyOf } from '../../access-policy.ts';
import type { DatasetPatch, DatasetRequest, KnowledgeDataset } from './schemas.ts';

/** Creates a dataset that is searched by the installation's embedding model. */
export async function newDataset(services: Services, caller: Caller, request: DatasetRequest): Promise<DatasetRow> {
  const { database, config, models } = services;
  const model = models.of('embed');
  if (!model) throw new ServiceError('model_not_configured', 'No embedding model is configured.');
  const embedding = { embeddingModel: model.name, embeddingDimensions: model.dimensions };
  const attributes = { ...attributesOf(request), display_name: request.display_name };
  const { temporaryRetentionDays } = config.storage;
  return createDataset(database, caller, request.dataset_key, attributes, embedding, temporaryRetentionDays);
}

export async function patchDataset(
  { database, config }: Services,
  caller: Caller,
  datasetId: string,
  patch: DatasetPatch,
): Promise<DatasetRow> {
  const { id } = await findDataset(database, caller, { dataset_id: datasetId });
  await changeDataset(database, caller, id, attributesOf(patch), config.storage.temporaryRetentionDays);
  // Whatever its policy is now: the caller may have locked themselves out.
  return datasetToWrite(database, id);
}

function attributesOf({ access_policy, ...given }: DatasetPatch): DatasetAttributes {
  return { ...given, ...(access_policy && { access_policy: { ...DEFAULT_ACCESS_POLICY, ...access_policy } }) };
}

/** A dataset as the API shows it to the caller. */
export async function datasetOf(services: Services, caller: Caller, row: DatasetRow): Promise<KnowledgeDataset> {
  const [dataset] = await datasetsOf(services, caller, [row]);
  if (!dataset) throw new Error('each row is shown as a dataset');
  return dataset;
}

export async function datasetsOf(
  { database }: Services,
  caller: Caller,
  rows: readonly DatasetRow[],
): Promise<KnowledgeDataset[]> {
  const ids = rows.map(({ id }) => id);
  const counters = await countDatasets(database, caller, ids);
  return rows.flatMap((row) => {
    const counted = counters.get(row.id);
    return counted ? [shownDataset(row, counted)] : [];
  });
}

function shownDataset(row: DatasetRow, counters: DatasetCounters): KnowledgeDataset {
  return {
    dataset_id: row.id,
    dataset_key: row.datasetKey,
    display_name: row.displayName,
    description: row.description,
    tags: row.tags,
    retention_class: row.retentionClass,
    expires_at: row.expiresAt?.toISOString() ?? null,
    metadata: datasetMetadataOf(row.metadata),
    access_policy: policyOf(guardedBy(row).accessPolicy),
    embedding: { model: row.embeddingModel, dimensions: row.embeddingDimensions },
    counters,
    audit: {
      created_by: row.ownerSubject,
      created_at: row.createdAt.toISOString(),
      updated_by: row.updatedBySubject,
      updated_at: row.updatedAt.toISOString(),
    },
  };
}

/** The dataset that a request names at a place in its body. Throws `ValidationError` unless it names exactly one. */
export function selectorOf(
  request: { readonly dataset_id?: string; readonly dataset_key?: string },
  place: readonly string[] = ['body'],
): DatasetSelector {
  const { dataset_id, dataset_key } = request;
  if (dataset_id !== undefined && dataset_key === undefined) return { dataset_id };
  if (dataset_key !== undefined && dataset_id === undefined) return { dataset_key };
  const has = dataset_id === undefined ? 'neither' : 'both';
  throw notExactlyOne(place, ['dataset_id', 'dataset_key'], has, 'dataset_selector');
}
