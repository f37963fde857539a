/** Rows of evaluation datasets. Who may read one may read its versions. */
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { json } from '../../../platform/database/json.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { enforceAccess, guardedBy } from '../../access/policy.ts';
import type { AccessPolicy, Accessor } from '../../access/policy.ts';
import { readableIds } from '../../access/page.ts';
import type { PagePosition } from '../../access/page.ts';
import { isId, newId } from '../../ids.ts';
import { expiryOf } from '../../storage/retention.ts';
import type { RetentionClass } from '../../storage/retention.ts';

const WITH_LATEST_VERSION = { versions: { orderBy: { version: 'desc' }, take: 1 } } as const;

/** With its latest version, if it has any. */
export type DatasetRow = Prisma.EvaluationDatasetGetPayload<{ include: typeof WITH_LATEST_VERSION }>;

export interface NewDataset {
  readonly datasetKey: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly retentionClass: RetentionClass;
  readonly accessPolicy: AccessPolicy;
}

/** Creates a dataset without a version. `dataset_exists` with its identifier when the tenant has one of this key. */
export async function createDataset(
  database: Database,
  owner: Accessor,
  dataset: NewDataset,
  temporaryDays: number,
): Promise<DatasetRow> {
  const { db } = database;
  const { tenantId, subject } = owner;
  const { accessPolicy, datasetKey, retentionClass } = dataset;
  const expiresAt = expiryOf(retentionClass, temporaryDays);
  const owned = { id: newId('evds'), tenantId, ownerSubject: subject, expiresAt, accessPolicy: json(accessPolicy) };
  const { count } = await db.evaluationDataset.createMany({ data: [{ ...dataset, ...owned }], skipDuplicates: true });
  const row = await db.evaluationDataset.findUnique({
    where: { tenantId_datasetKey: { tenantId, datasetKey } },
    include: WITH_LATEST_VERSION,
  });
  // It was deleted in between: the next attempt succeeds.
  if (!row) return createDataset(database, owner, dataset, temporaryDays);
  if (count === 1) return row;
  throw new ServiceError('dataset_exists', `The tenant has an evaluation dataset ${datasetKey}.`, {
    dataset_id: row.id,
  });
}

/** The dataset, if its access policy allows: `not_found` or `access_denied` otherwise. */
export async function findDataset({ db }: Database, caller: Accessor, id: string): Promise<DatasetRow> {
  const where = { id, tenantId: caller.tenantId };
  const row = isId('evds', id) ? await db.evaluationDataset.findFirst({ where, include: WITH_LATEST_VERSION }) : null;
  if (!row) throw new ServiceError('not_found', `There is no evaluation dataset ${id}.`);
  enforceAccess(caller, guardedBy(row), `evaluation dataset ${id}`);
  return row;
}

/**
 * The dataset of the tenant with this key, if its access policy allows; `null`: there is none. Throws `access_denied`.
 */
export async function findDatasetByKey(
  { db }: Database,
  caller: Accessor,
  datasetKey: string,
): Promise<DatasetRow | null> {
  const where = { tenantId_datasetKey: { tenantId: caller.tenantId, datasetKey } };
  const row = await db.evaluationDataset.findUnique({ where, include: WITH_LATEST_VERSION });
  if (row) enforceAccess(caller, guardedBy(row), `evaluation dataset ${datasetKey}`);
  return row;
}

/**
 * The dataset of the tenant with this key; it is created, without a version, if there is none. Throws `access_denied`.
 */
export async function findOrCreateDataset(
  database: Database,
  owner: Accessor,
  dataset: NewDataset,
  temporaryDays: number,
): Promise<DatasetRow> {
  const known = await findDatasetByKey(database, owner, dataset.datasetKey);
  if (known !== null) return known;
  try {
    return await createDataset(database, owner, dataset, temporaryDays);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'dataset_exists') throw error;
    // It was created in between.
    return findOrCreateDataset(database, owner, dataset, temporaryDays);
  }
}

/** At most `take` readable datasets of the tenant, newest first, below `after`. */
export async function listDatasets(
  database: Database,
  caller: Accessor,
  after: PagePosition | undefined,
  take: number,
): Promise<DatasetRow[]> {
  const ids = await readableIds(database, caller, { table: 'evaluation_dataset' }, after, take);
  return database.db.evaluationDataset.findMany({
    where: { id: { in: ids } },
    include: WITH_LATEST_VERSION,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/**
 * Removes a dataset with its versions: rows before bytes. Bytes that remain, because the store was unavailable, are
 * orphans for the sweep.
 */
export async function removeDataset({ database: { db }, objects }: Stores, id: string): Promise<void> {
  const versions = await db.evaluationDatasetVersion.findMany({ where: { datasetId: id }, select: { rowsKey: true } });
  await db.evaluationDataset.deleteMany({ where: { id } });
  for (const { rowsKey } of versions) await objects.remove(rowsKey);
}

/** Datasets that are read at a time. */
const BATCH = 100;

/** Removes the datasets whose retention has ended, and returns their number. `tell` receives the count so far. */
export async function removeExpiredEvaluationDatasets(stores: Stores, tell: (count: number) => void): Promise<number> {
  const where = { expiresAt: { lte: new Date() } };
  for (let count = 0; ;) {
    const due = await stores.database.db.evaluationDataset.findMany({ where, select: { id: true }, take: BATCH });
    if (due.length === 0) return count;
    for (const { id } of due) {
      await removeDataset(stores, id);
      tell(++count);
    }
  }
}
