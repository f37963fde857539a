/** The step that makes rows of the cases, as they were submitted or as a dataset has them. */
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { addCases } from '../../../domain/evaluation/cases.ts';
import type { NewCase } from '../../../domain/evaluation/cases.ts';
import { findDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import { casesOfDataset } from '../../../domain/evaluation/datasets/cases.ts';
import { submittedCases } from '../../../domain/evaluation/submitted-cases.ts';
import type { Step } from '../../step/step.ts';
import type { CasesInput } from '../types.ts';

export interface ReadCasesDependencies {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'getStream'>;
}

/** Cases that are written at a time. */
const BATCH = 200;

/** Can be repeated: cases that are rows stay as they are. */
export async function readCases(
  { database, objects }: ReadCasesDependencies,
  { envelope, cases_digest, source }: CasesInput,
  step: Step,
): Promise<{ readonly cases: number }> {
  step.begin();
  let batch: NewCase[] = [];
  let cases = 0;
  const write = async (): Promise<void> => {
    await addCases(database, step.jobId, batch);
    batch = [];
    // In another unit than the cases that are judged: those begin at 0.
    step.onProgress({ completed: cases, total: null, unit: 'rows', message: null });
  };
  const { jobId, signal } = step;
  // Its policy may have changed since the submission.
  if (source) await findDataset(database, accessorOf(envelope), source.dataset_id);
  const subjects = source
    ? casesOfDataset(objects, source, signal)
    : submittedCases(objects, jobId, cases_digest, signal);
  for await (const subject of subjects) {
    batch.push({ ordinal: cases++, subject });
    if (batch.length === BATCH) await write();
  }
  await write();
  return { cases };
}
