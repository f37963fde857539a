/**
 * Removes the outputs that quote documents of knowledge when these are removed: their texts, what judges said of them,
 * and the reports of the run. Its scores stay.
 */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { OutputFailure } from '../../engines/evaluation/cases/index.ts';
import { removeCalls } from '../models/finished-calls.ts';
import { callSubject } from './case-calls.ts';
import { REMOVED } from './outputs.ts';
import { reportsPrefix } from './reports.ts';

const FAILURE: OutputFailure = { reason: 'document_removed', detail: 'A document that it quotes was removed.' };

/** Outputs of a transaction. */
const BATCH = 200;

interface Quoted {
  readonly datasetId: string;
  readonly documentId: string;
}

/** Removes what quotes hidden documents of one dataset. It can be repeated. */
export async function removeOutputs(
  { database: { db }, objects }: { readonly database: Database; readonly objects: ObjectStore },
  documents: readonly Quoted[],
): Promise<void> {
  const [first] = documents;
  if (first === undefined) return;
  const documentIds = documents.map(({ documentId }) => documentId);
  const dataset = await db.knowledgeDataset.findUnique({ where: { id: first.datasetId } });
  // Another attempt removed all of it.
  if (dataset === null) return;
  const where = { datasetId: first.datasetId, documentIds: { hasSome: documentIds } };
  for (;;) {
    const found = await db.evaluationOutput.findMany({
      where,
      select: { caseId: true, case: { select: { jobId: true, ordinal: true } } },
      take: BATCH,
    });
    if (found.length === 0) return;
    const caseIds = found.map(({ caseId }) => caseId);
    const jobIds = new Set(found.map(({ case: { jobId } }) => jobId));
    const removeReports = async (): Promise<void> => {
      for (const jobId of jobIds) await objects.removePrefix(reportsPrefix(jobId));
    };
    // The bytes first: without the rows they would not be found again.
    await removeReports();
    await db.$transaction(async (statements) => {
      const emptied = { output: Prisma.DbNull, failure: json(FAILURE), datasetId: null, documentIds: [] };
      await statements.evaluationOutput.updateMany({ where: { caseId: { in: caseIds } }, data: emptied });
      await statements.evaluationScore.updateMany({ where: { caseId: { in: caseIds } }, data: { evidence: {} } });
      const subjects = found.map(({ case: { jobId, ordinal } }) => callSubject(jobId, { ordinal }));
      await removeCalls(statements, dataset.tenantId, subjects);
    });
    // Reports that were written before the rows said so.
    await removeReports();
  }
}

/** Empties the evidence of those cases whose output was removed while they were judged. */
export async function forgetRemovedEvidence(
  { db }: Database,
  cases: readonly { readonly id: bigint }[],
): Promise<void> {
  const ofCases = { id: { in: cases.map(({ id }) => id) }, output: REMOVED };
  await db.evaluationScore.updateMany({ where: { case: ofCases }, data: { evidence: {} } });
}

/** How many outputs of a job were removed with documents. */
export function countRemovedOutputs({ db }: Database, jobId: string): Promise<number> {
  return db.evaluationOutput.count({ where: { case: { jobId }, ...REMOVED } });
}
