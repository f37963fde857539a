/** What became of each input of an Add job: a row, written by the step that dealt with it. */
import { JobErrorShape } from '../../jobs/records.ts';
import type { JobError } from '../../jobs/model.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { KnowledgeInput } from '../../../platform/database/generated/client.ts';
import { json } from '../../../platform/database/json.ts';
import { OrNull, decoder } from '../../../platform/stored-json.ts';
import { DOCUMENT_OUTCOMES, keepDocuments } from './documents.ts';
import type { DocumentOutcome, InputType, KeptDocument, NewDocument } from './documents.ts';
import { lockObjects, lockToAdd } from '../datasets/locks.ts';

export type InputOutcome = DocumentOutcome | 'failed';
export type OutcomeCounts = Readonly<Record<InputOutcome, number>>;

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

/** An input and the document that was made of it. */
export interface InputDocument {
  readonly row: InputKey;
  readonly document: NewDocument;
  /** What the tables of the document become; `null` unless that was asked for. */
  readonly records: InputRecords | null;
}

export interface InputRecords {
  readonly records: number;
  /** What the records are, or why there are none. */
  readonly note: string;
}

/**
 * Keeps the documents of inputs of one job and records what became of the inputs, in one transaction: a repeated step
 * finds the records, and changes nothing. The answers are in the order of the inputs.
 */
export async function recordDocuments(
  { db }: Database,
  { jobId, datasetId }: { readonly jobId: string; readonly datasetId: string },
  inputs: readonly InputDocument[],
  options: { readonly incremental: boolean },
): Promise<KeptDocument[]> {
  return db.$transaction(async (statements) => {
    await lockObjects(
      statements,
      inputs.flatMap(({ document }) => document.objectId ?? []),
    );
    await lockToAdd(statements, datasetId);
    const ordinals = inputs.map(({ row }) => row.ordinal);
    const recorded = await statements.knowledgeInput.findMany({
      where: { jobId, ordinal: { in: ordinals } },
      select: { ordinal: true, outcome: true },
    });
    const known = new Map(
      recorded.map(({ ordinal, outcome }) => [ordinal, DOCUMENT_OUTCOMES.find((one) => one === outcome)]),
    );
    const fresh = inputs.filter(({ row }) => known.get(row.ordinal) === undefined);
    const documents = fresh.map(({ document }) => document);
    const kept = await keepDocuments(statements, documents, options);
    const made = fresh.flatMap(({ row, document: { documentId }, records }, index) => {
      const what = kept[index];
      return what ? [{ row: { ...row, documentId, ...records }, what }] : [];
    });
    // An earlier attempt may have recorded a failure.
    const failed = made.map(({ row }) => row.ordinal);
    await statements.knowledgeInput.deleteMany({ where: { jobId, ordinal: { in: failed } } });
    const rows = made.map(({ row, what: { outcome } }) => ({ ...row, outcome }));
    await statements.knowledgeInput.createMany({ data: rows });
    const becameOf = new Map(made.map(({ row, what }) => [row.ordinal, what]));
    return inputs.flatMap(({ row: { ordinal }, document }) => {
      const outcome = known.get(ordinal);
      if (!outcome) return becameOf.get(ordinal) ?? [];
      const { markdownKey, sourceKey } = document;
      return { outcome, discarded: sourceKey === null ? [markdownKey] : [markdownKey, sourceKey] };
    });
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
