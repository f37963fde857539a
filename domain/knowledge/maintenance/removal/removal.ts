/**
 * Removes datasets and documents. They are hidden first, which is one statement, and then removed in bounded
 * transactions. Each function can be repeated and can run twice at once: what is interrupted is found again.
 */
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { ObjectStore } from '../../../../platform/objects/index.ts';
import { removeOutputs } from '../../../evaluation/output-removal.ts';
import { removeChunks } from '../../cognify/chunks.ts';
import type { DocumentRow } from '../../documents/documents.ts';
import { removeInputs } from './inputs.ts';
import { datasetPrefix } from '../../datasets/keys.ts';
import { lockDataset } from '../../datasets/locks.ts';

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** A document that is to be removed. */
export type DoomedDocument = Pick<DocumentRow, 'id' | 'datasetId' | 'documentId' | 'markdownKey' | 'sourceKey'>;

const DOOMED = {
  id: true,
  datasetId: true,
  documentId: true,
  markdownKey: true,
  sourceKey: true,
} as const;

const DOOMED_COLUMNS = Prisma.sql`document.id, document.dataset_id AS "datasetId",
  document.document_id AS "documentId", document.markdown_key AS "markdownKey", document.source_key AS "sourceKey"`;

/** Documents that are read at a time. */
const BATCH = 100;

/** Chunks that a transaction removes: others who write to the dataset wait for it. */
const CHUNKS_TOGETHER = 500;

/** Makes a dataset disappear for every reader at once. Whether it was there. */
export async function hideDataset({ db }: Database, id: string): Promise<boolean> {
  const { count } = await db.knowledgeDataset.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date() },
  });
  return count > 0;
}

/**
 * Removes a hidden dataset: each document with its objects and what is derived from it, then the dataset. `onProgress`
 * is called after each transaction with the number of documents removed so far, and throws to stop.
 */
export async function removeDataset(
  { database, objects }: Stores,
  id: string,
  onProgress: (documents: number) => void,
): Promise<void> {
  const { db } = database;
  await removeDocuments(
    { database, objects },
    () => db.knowledgeDocument.findMany({ where: { datasetId: id }, select: DOOMED, take: BATCH }),
    onProgress,
  );
  // What Add jobs had stored and could not commit any more.
  await objects.removePrefix(datasetPrefix(id));
  await db.knowledgeTurn.deleteMany({ where: { datasetId: id } });
  await db.knowledgeDataset.deleteMany({ where: { id, deletedAt: { not: null } } });
}

/** Removes the documents that a job has hidden. `onProgress` as for {@link removeDataset}. */
export async function removeHiddenDocuments(
  { database, objects }: Stores,
  jobId: string,
  onProgress: (documents: number) => void,
): Promise<void> {
  const { db } = database;
  const next = () => db.$queryRaw<DoomedDocument[]>`
    SELECT ${DOOMED_COLUMNS}
    FROM knowledge_removal removal JOIN knowledge_document document USING (dataset_id, document_id)
    WHERE removal.job_id = ${jobId} AND document.deleted_at IS NOT NULL ORDER BY document.id LIMIT ${BATCH}`;
  await removeDocuments({ database, objects }, next, onProgress);
}

/** Removes documents until there are no more. How many. */
async function removeDocuments(
  { database, objects }: Stores,
  next: () => Promise<readonly DoomedDocument[]>,
  onProgress: (documents: number) => void,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const documents = await next();
    if (documents.length === 0) return removed;
    await removeInputs(
      database,
      objects,
      documents.map(({ documentId }) => documentId),
    );
    await removeOutputs({ database, objects }, documents);
    for (const document of documents) {
      // Bytes first: nobody reads what is hidden, and without the row they would not be found again.
      await objects.remove(document.markdownKey);
      if (document.sourceKey !== null) await objects.remove(document.sourceKey);
      await removeDocument(database, document, () => onProgress(removed));
      onProgress(++removed);
    }
  }
}

/**
 * Removes a hidden document with everything that it alone supports. `onProgress` is called after each transaction, and
 * throws to stop.
 */
export async function removeDocument(
  { db }: Database,
  { id, datasetId }: Pick<DoomedDocument, 'id' | 'datasetId'>,
  onProgress: () => void,
): Promise<void> {
  for (let isLast = false; !isLast; onProgress()) {
    isLast = await db.$transaction(async (statements) => {
      await lockDataset(statements, datasetId);
      const chunks = await statements.knowledgeChunk.findMany({
        where: { documentPk: id },
        select: { id: true },
        orderBy: { id: 'asc' },
        take: CHUNKS_TOGETHER,
      });
      await removeChunks(
        statements,
        datasetId,
        chunks.map((chunk) => chunk.id),
      );
      if (chunks.length === CHUNKS_TOGETHER) return false;
      await statements.knowledgeDocument.deleteMany({ where: { id } });
      return true;
    });
  }
}

/** A deletion that began this long ago and has not ended lost its job. */
const DELETION_GRACE_MS = 86_400_000;

/** Hides documents whose stored object was deleted: nobody can read them any more. Those that are hidden now. */
function hideWithoutObject({ db }: Database): Promise<DoomedDocument[]> {
  return db.$queryRaw<DoomedDocument[]>`
    UPDATE knowledge_document document SET deleted_at = now() WHERE id IN (
      SELECT id FROM knowledge_document document
      WHERE deleted_at IS NULL AND object_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM storage_object object WHERE object.id = document.object_id)
      LIMIT ${BATCH})
    RETURNING ${DOOMED_COLUMNS}`;
}

/**
 * Removes the datasets whose retention has ended, datasets and documents whose deletion was lost, and documents whose
 * stored object was deleted. `onProgress` is called with the number of datasets removed so far, which is returned.
 */
export async function removeExpiredDatasets(stores: Stores, onProgress: (datasets: number) => void): Promise<number> {
  const { db } = stores.database;
  const now = new Date();
  const expired = { expiresAt: { lte: now } };
  const lost = { deletedAt: { lte: new Date(now.getTime() - DELETION_GRACE_MS) } };
  let count = 0;
  for (;;) {
    const due = { OR: [expired, lost] };
    const datasets = await db.knowledgeDataset.findMany({ where: due, select: { id: true }, take: BATCH });
    if (datasets.length === 0) break;
    for (const { id } of datasets) {
      // Its retention may have been extended in the meantime: the row decides.
      await db.knowledgeDataset.updateMany({ where: { id, deletedAt: null, ...expired }, data: { deletedAt: now } });
      if ((await db.knowledgeDataset.count({ where: { id, deletedAt: { not: null } } })) === 0) continue;
      await removeDataset(stores, id, () => onProgress(count));
      onProgress(++count);
    }
  }
  await removeDocuments(
    stores,
    () => db.knowledgeDocument.findMany({ where: lost, select: DOOMED, take: BATCH }),
    () => onProgress(count),
  );
  await removeDocuments(
    stores,
    () => hideWithoutObject(stores.database),
    () => onProgress(count),
  );
  return count;
}
