/**
 * Which documents a request deletes, and which job does it: the rows by which a repeat of the request finds the job.
 */
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { lockDataset } from '../../datasets/locks.ts';
import { removableDocument } from '../../datasets/access.ts';

/** Documents of a dataset: one, those made from a stored object, or those of a node set. */
export type DocumentSelection =
  | { readonly document_id: string }
  | { readonly object_id: string }
  | { readonly node_set: string };

/** What a job deletes. */
export interface Removal {
  readonly jobId: string;
  readonly datasetId: string;
}

/** Stands for the whole dataset. */
const ALL = '';

/**
 * Hides the selected documents that the caller may delete, in one statement, for the job to remove. Called again for
 * the same job, it hides no more.
 */
export async function hideDocuments(
  { db }: Database,
  caller: Accessor,
  { jobId, datasetId }: Removal,
  selection: DocumentSelection,
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockDataset(statements, datasetId);
    if ((await statements.knowledgeRemoval.count({ where: { jobId } })) > 0) return;
    await statements.$executeRaw`
      WITH hidden AS (
        UPDATE knowledge_document document SET deleted_at = now()
        WHERE document.dataset_id = ${datasetId} AND ${selected(selection)} AND ${removableDocument(caller)}
        RETURNING document_id)
      INSERT INTO knowledge_removal (job_id, tenant_id, dataset_id, document_id)
      SELECT ${jobId}, ${caller.tenantId}, ${datasetId}, document_id FROM hidden`;
  });
}

function selected(selection: DocumentSelection): Prisma.Sql {
  if ('document_id' in selection) return Prisma.sql`document.document_id = ${selection.document_id}`;
  if ('object_id' in selection) return Prisma.sql`document.object_id = ${selection.object_id}`;
  return Prisma.sql`document.node_sets && ARRAY[${selection.node_set}]`;
}

/** Notes that the job deletes the whole dataset. */
export async function recordDatasetRemoval({ db }: Database, { tenantId }: Accessor, removal: Removal): Promise<void> {
  await db.knowledgeRemoval.createMany({ data: [{ ...removal, tenantId, documentId: ALL }], skipDuplicates: true });
}

/** How many documents the job has hidden. */
export function countHidden({ db }: Database, jobId: string): Promise<number> {
  return db.knowledgeRemoval.count({ where: { jobId } });
}

/** The last job that deleted the dataset, or the document of it; `null` when none did, or its job is no longer kept. */
export async function findRemoval(
  { db }: Database,
  { tenantId }: Accessor,
  datasetId: string,
  documentId: string | null,
): Promise<string | null> {
  const row = await db.knowledgeRemoval.findFirst({
    where: { tenantId, datasetId, documentId: documentId ?? ALL },
    orderBy: { createdAt: 'desc' },
    select: { jobId: true },
  });
  return row?.jobId ?? null;
}
