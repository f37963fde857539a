/** Removes datasets. Each function can be repeated and can run twice at once: what is interrupted is found again. */
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { removeDocument } from './documents.ts';
import type { DocumentRow } from './documents.ts';

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Documents that are read at a time; each is removed in a transaction of its own. */
const BATCH = 100;

/** Makes a dataset disappear for every reader at once. Whether it was there. */
export async function hideDataset({ db }: Database, id: string): Promise<boolean> {
  const { count } = await db.knowledgeDataset.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date() },
  });
  return count > 0;
}

/**
 * Removes a hidden dataset: each document with its objects and what is derived from it, then the dataset. `onRemoved` is called
 * with the number of documents removed so far, and throws to stop.
 */
export async function removeDataset(
  { database, objects }: Stores,
  id: string,
  onRemoved: (documents: number) => void,
): Promise<void> {
  const { db } = database;
  let removed = 0;
  for (;;) {
    const documents = await db.knowledgeDocument.findMany({
      where: { datasetId: id },
      select: { id: true, datasetId: true, markdownKey: true, sourceKey: true },
      take: BATCH,
    });
    if (documents.length === 0) break;
    for (const document of documents) {
      await forgetDocument({ database, objects }, document);
      onRemoved(++removed);
    }
  }
  await db.knowledgeDataset.deleteMany({ where: { id, deletedAt: { not: null } } });
}

/** Removes a document with its objects and everything that it alone supports: rows before bytes, as for stored objects. */
export async function forgetDocument(
  { database, objects }: Stores,
  document: Pick<DocumentRow, 'id' | 'datasetId' | 'markdownKey' | 'sourceKey'>,
): Promise<void> {
  await database.db.$transaction((statements) => removeDocument(statements, document));
  await objects.remove(document.markdownKey);
  if (document.sourceKey !== null) await objects.remove(document.sourceKey);
}

/** A deletion that began this long ago and has not ended lost its job. */
const DELETION_GRACE_MS = 86_400_000;

/** Removes the datasets whose retention has ended, and those whose deletion was lost. How many. */
export async function removeExpiredDatasets(stores: Stores, onRemoved: (datasets: number) => void): Promise<number> {
  const { db } = stores.database;
  const now = Date.now();
  const due = {
    OR: [{ expiresAt: { lte: new Date(now) } }, { deletedAt: { lte: new Date(now - DELETION_GRACE_MS) } }],
  };
  let count = 0;
  for (;;) {
    const datasets = await db.knowledgeDataset.findMany({ where: due, select: { id: true }, take: BATCH });
    if (datasets.length === 0) return count;
    for (const { id } of datasets) {
      await hideDataset(stores.database, id);
      await removeDataset(stores, id, () => onRemoved(count));
      onRemoved(++count);
    }
  }
}
