/** The step in which a job waits for its turn at a dataset. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/client.ts';
import { endTurn, jobBefore, requestTurn } from '../../domain/knowledge/datasets/index.ts';
import type { Turn } from '../../domain/knowledge/datasets/index.ts';
import { isOpen } from '../jobs/this-job.ts';
import type { Step } from '../step/step.ts';
import type { DatasetInput, TurnInput } from './types.ts';

/** How often a waiting job looks whether the one before it has ended. */
const LOOK_MS = 1000;

/** Waits until no other job derives from the dataset. The turn lasts until the job ends. */
export async function takeTurn(
  { database }: { readonly database: Database },
  { dataset_id }: DatasetInput,
  step: Step,
): Promise<{ readonly generation: string }> {
  const turn = await requestTurn(database, dataset_id, step.jobId);
  let before = await openJobBefore(database, turn);
  if (before === null) step.begin();
  else {
    await step.inTurn(
      () => ({ for: 'dataset', queued: 1, job_id: before ?? step.jobId }),
      async ({ signal, onTaken }) => {
        const either = AbortSignal.any([step.signal, signal]);
        for (; before !== null; before = await openJobBefore(database, turn)) {
          await delay(LOOK_MS, undefined, { signal: either });
        }
        onTaken();
      },
    );
  }
  return { generation: String(turn.generation) };
}

/** The turn of a step's job. */
export function turnOf({ dataset_id, generation }: TurnInput, { jobId }: Pick<Step, 'jobId'>): Turn {
  return { datasetId: dataset_id, jobId, generation: BigInt(generation) };
}

/** The open job whose turn it is. Turns of jobs that have ended are removed. */
async function openJobBefore(database: Database, turn: Turn): Promise<string | null> {
  for (;;) {
    const jobId = await jobBefore(database, turn);
    if (jobId === null || (await isOpen(jobId))) return jobId;
    await endTurn(database, turn.datasetId, jobId);
  }
}
