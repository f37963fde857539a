/** Rows of datasets, with the counters that are read from what they hold. */
import { Type } from 'typebox';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { KnowledgeDataset as DatasetRow } from '../../../platform/database/generated/client.ts';
import { json } from '../../../platform/database/json.ts';
import { decoder } from '../../../platform/stored-json.ts';
import { DEFAULT_ACCESS_POLICY, decideAccess, enforceAccess, guardedBy } from '../../access/policy.ts';
import type { AccessPolicy, Accessor } from '../../access/policy.ts';
import { readableIds } from '../../access/page.ts';
import type { PagePosition } from '../../access/page.ts';
import { isId, newId } from '../../ids.ts';
import { RETENTION_CLASSES, expiryOf } from '../../storage/retention.ts';

export type { DatasetRow };

export const DATASET_RETENTION_CLASSES = [...RETENTION_CLASSES, 'permanent'] as const;
export type DatasetRetentionClass = (typeof DATASET_RETENTION_CLASSES)[number];

/** The metadata of a dataset, which are its owner's. */
export const datasetMetadataOf = decoder('The metadata of a dataset', Type.Record(Type.String(), Type.Unknown()));

/** What a caller says of a dataset; absent members have their defaults, or stay as they are. */
export interface DatasetAttributes {
  readonly display_name?: string;
  readonly description?: string | null;
  readonly tags?: readonly string[];
  readonly retention_class?: DatasetRetentionClass;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly access_policy?: AccessPolicy;
}

/** The model whose vectors a dataset is searched by. */
export interface DatasetModel {
  readonly embeddingModel: string;
  readonly embeddingDimensions: number;
}

/** A dataset is named by its identifier or by its key. */
export type DatasetSelector = { readonly dataset_id: string } | { readonly dataset_key: string };

/**
 * Creates a dataset. `dataset_exists` with its identifier when the tenant has one of this key, also one that the caller
 * may not read: the key is taken all the same, and the identifier reveals nothing.
 */
export async function createDataset(
  database: Database,
  owner: Accessor,
  datasetKey: string,
  attributes: DatasetAttributes & { readonly display_name: string },
  model: DatasetModel,
  temporaryDays: number,
): Promise<DatasetRow> {
  const { metadata = {}, access_policy = DEFAULT_ACCESS_POLICY, retention_class = 'standard' } = attributes;
  const { tenantId, subject } = owner;
  const { knowledgeDataset } = database.db;
  try {
    return await knowledgeDataset.create({
      data: {
        id: newId('dset'),
        tenantId,
        ownerSubject: subject,
        updatedBySubject: subject,
        datasetKey,
        ...model,
        ...columnsOf({ ...attributes, metadata, access_policy, retention_class }, temporaryDays),
        displayName: attributes.display_name,
        retentionClass: retention_class,
        metadata: json(metadata),
        accessPolicy: json(access_policy),
      },
    });
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
    const existing = await knowledgeDataset.findUnique({ where: { tenantId_datasetKey: { tenantId, datasetKey } } });
    // It was deleted in between: the next attempt succeeds.
    if (!existing) return createDataset(database, owner, datasetKey, attributes, model, temporaryDays);
    throw new ServiceError('dataset_exists', `The tenant has a dataset ${datasetKey}.`, { dataset_id: existing.id });
  }
}

/** Changes a dataset of the tenant; `not_found` when there is none. */
export async function changeDataset(
  { db }: Database,
  { tenantId, subject }: Accessor,
  id: string,
  attributes: DatasetAttributes,
  temporaryDays: number,
): Promise<void> {
  const { count } = await db.knowledgeDataset.updateMany({
    where: { id, tenantId, deletedAt: null },
    data: { ...columnsOf(attributes, temporaryDays), updatedBySubject: subject },
  });
  if (count === 0) throw missing(id);
}

function columnsOf(
  { display_name, description, tags, retention_class, metadata, access_policy }: DatasetAttributes,
  temporaryDays: number,
) {
  return {
    ...(display_name !== undefined && { displayName: display_name }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: [...tags] }),
    ...(retention_class && {
      retentionClass: retention_class,
      expiresAt: expiryOf(retention_class, temporaryDays),
    }),
    ...(metadata && { metadata: json(metadata) }),
    ...(access_policy && { accessPolicy: json(access_policy) }),
  };
}

/** The dataset, if its access policy allows: `not_found` or `access_denied` otherwise. */
export async function findDataset({ db }: Database, caller: Accessor, selector: DatasetSelector): Promise<DatasetRow> {
  const { tenantId } = caller;
  const name = 'dataset_id' in selector ? selector.dataset_id : selector.dataset_key;
  const row =
    'dataset_id' in selector
      ? isId('dset', name) && (await db.knowledgeDataset.findFirst({ where: { id: name, tenantId } }))
      : await db.knowledgeDataset.findUnique({ where: { tenantId_datasetKey: { tenantId, datasetKey: name } } });
  if (!row || row.deletedAt) throw missing(name);
  enforceAccess(caller, guardedBy(row), `dataset ${name}`);
  return row;
}

/** Whether there is the dataset and its access policy allows. */
export async function isReadableDataset({ db }: Database, caller: Accessor, id: string): Promise<boolean> {
  const row = await db.knowledgeDataset.findFirst({ where: { id, tenantId: caller.tenantId, deletedAt: null } });
  return row !== null && decideAccess(caller, guardedBy(row)) === 'allowed';
}

/** The dataset that a job works on; `dataset_deleted` when it is gone, or its deletion has begun. */
export async function datasetToWrite({ db }: Database, id: string): Promise<DatasetRow> {
  const row = await db.knowledgeDataset.findUnique({ where: { id } });
  if (!row || row.deletedAt) throw new ServiceError('dataset_deleted', `The dataset ${id} is being deleted.`);
  return row;
}

/** Those of the keys whose datasets the caller may read; without keys, all such datasets of the tenant. */
export async function findReadableDatasets(
  { db }: Database,
  caller: Accessor,
  keys: readonly string[] | null,
): Promise<DatasetRow[]> {
  const rows = await db.knowledgeDataset.findMany({
    where: { tenantId: caller.tenantId, deletedAt: null, ...(keys && { datasetKey: { in: [...keys] } }) },
    orderBy: { id: 'asc' },
  });
  return rows.filter((row) => decideAccess(caller, guardedBy(row)) === 'allowed');
}

/** At most `take` readable datasets of the tenant, newest first, below `after`. */
export async function listDatasets(
  database: Database,
  caller: Accessor,
  after: PagePosition | undefined,
  take: number,
): Promise<DatasetRow[]> {
  const ids = await readableIds(
    database,
    caller,
    { table: 'knowledge_dataset', condition: 'deleted_at IS NULL' },
    after,
    take,
  );
  return database.db.knowledgeDataset.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

function missing(name: string): ServiceError {
  return new ServiceError('not_found', `There is no dataset ${name}.`);
}
