/** What became of each input of an Add job: a row, written by the step that dealt with it. */
import { JobErrorShape } from '../jobs/records.ts';
import type { JobError } from '../jobs/model.ts';
import type { Database } from '../../platform/database/client.ts';
import type { KnowledgeInput } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { OrNull, decoder } from '../../platform/stored.ts';
import { DOCUMENT_OUTCOMES, keepDocument } from './documents.ts';
import type { DocumentOutcome, InputType, KeptDocument, NewDocument } from './documents.ts';
import { lockToAdd } from './locks.ts';

export type InputOutcome = DocumentOutcome | 'failed';

/** An input, and the job that dealt with it. */
export interface InputKey {
  readonly jobId: string;
  /** Position among the inputs of the job, from 0. */
  readonly ordinal: number;
  readonly inputType: InputType;
  readonly label: string | null;
  /** The child job that parsed it. */
  readonly childJobId: string | null;
}

/** Records that an input failed; a repeated step records it again. */
export async function recordFailure(
  { db }: Database,
  { error, ...row }: InputKey & { readonly error: JobError },
): Promise<void> {
  const { jobId, ordinal } = row;
  const columns = { ...row, outcome: 'failed', error: json(error) };
  await db.knowledgeInput.upsert({ where: { jobId_ordinal: { jobId, ordinal } }, create: columns, update: columns });
}

/**
 * Keeps the document of an input and records what became of it, in one transaction: a repeated step finds the record, and
 * changes nothing.
 */
export async function recordDocument(
  { db }: Database,
  row: InputKey,
  document: NewDocument,
  options: { readonly incremental: boolean },
): Promise<KeptDocument> {
  const { jobId, ordinal } = row;
  return db.$transaction(async (statements) => {
    await lockToAdd(statements, document.datasetId);
    const recorded = await statements.knowledgeInput.findUnique({ where: { jobId_ordinal: { jobId, ordinal } } });
    const known = DOCUMENT_OUTCOMES.find((outcome) => outcome === recorded?.outcome);
    if (known) return { outcome: known, isKept: false };
    const kept = await keepDocument(statements, document, options);
    const columns = { ...row, outcome: kept.outcome, documentId: document.documentId };
    await statements.knowledgeInput.upsert({
      where: { jobId_ordinal: { jobId, ordinal } },
      create: columns,
      update: columns,
    });
    return kept;
  });
}

const errorOf = decoder('The error of an input', OrNull(JobErrorShape));

/** The recorded inputs of a job, in order. */
export async function readInputs(
  { db }: Database,
  jobId: string,
): Promise<(Omit<KnowledgeInput, 'error'> & { readonly error: JobError | null })[]> {
  const rows = await db.knowledgeInput.findMany({ where: { jobId }, orderBy: { ordinal: 'asc' } });
  return rows.map((row) => ({ ...row, error: errorOf(row.error) }));
}
