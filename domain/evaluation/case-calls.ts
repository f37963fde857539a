/** Finished calls of language models that quote cases: a trigger of the database removes them with the cases. */
import type { Database } from '../../platform/database/client.ts';
import { removeCallsOfRemovedTexts } from '../models/finished-calls.ts';
import { REMOVED } from './outputs.ts';

/** A case as finished calls name it. The trigger `evaluation_case_deleted` writes the same. */
export const callSubject = (jobId: string, { ordinal }: { readonly ordinal: number }): string =>
  `case ${jobId} ${ordinal}`;

/**
 * Removes the finished calls that quote those of the cases that were removed, with their output or whole, while a model
 * judged them.
 */
export async function removeCallsOfRemoved(
  { db }: Database,
  { tenantId, jobId }: { readonly tenantId: string; readonly jobId: string },
  cases: readonly { readonly id: bigint; readonly ordinal: number }[],
): Promise<void> {
  const where = { id: { in: cases.map(({ id }) => id) }, NOT: { output: REMOVED } };
  const present = await db.evaluationCase.findMany({ where, select: { id: true } });
  const subjectsOf = (subject: { readonly ordinal: number }): string[] => [callSubject(jobId, subject)];
  await removeCallsOfRemovedTexts(db, { tenantId, texts: cases, present, subjectsOf });
}
