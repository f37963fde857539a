/**
 * Whose turn it is to derive from a dataset. Jobs that do so take turns in the order in which they ask: two at once
 * would undo each other's work. A turn ends with its job, however that ends: the next one removes the row. What a job
 * commits out of turn is refused, so that an attempt of a step that nobody waits for any more changes nothing.
 */
import { ServiceError } from '../../../errors/index.ts';
import type { Database, Statements } from '../../../platform/database/client.ts';
import { lockToAdd } from './locks.ts';

/** The turn of a job. */
export interface Turn {
  readonly datasetId: string;
  readonly jobId: string;
  /** Higher than that of every turn before it. */
  readonly generation: bigint;
}

/** The turn of a job, which begins when no other one is before it. A repeated request has no effect. */
export function requestTurn({ db }: Database, datasetId: string, jobId: string): Promise<Turn> {
  return db.$transaction(async (statements) => {
    await lockToAdd(statements, datasetId);
    const { id: generation } = await statements.knowledgeTurn.upsert({
      where: { datasetId_jobId: { datasetId, jobId } },
      create: { datasetId, jobId },
      update: {},
      select: { id: true },
    });
    return { datasetId, jobId, generation };
  });
}

/** The job whose turn it is, if it is before this one; `null` when this one's turn has come. */
export async function jobBefore({ db }: Database, { datasetId, generation }: Turn): Promise<string | null> {
  const first = await db.knowledgeTurn.findFirst({
    where: { datasetId, id: { lt: generation } },
    orderBy: { id: 'asc' },
    select: { jobId: true },
  });
  return first?.jobId ?? null;
}

/** Removes the turn of a job that has ended. */
export async function endTurn({ db }: Database, datasetId: string, jobId: string): Promise<void> {
  await db.knowledgeTurn.deleteMany({ where: { datasetId, jobId } });
}

/** Begins a change in a job's turn, as {@link lockToAdd}; `superseded` when it is another job's. */
export async function lockInTurn(statements: Statements, { datasetId, generation }: Turn): Promise<void> {
  await lockToAdd(statements, datasetId);
  const first = await statements.knowledgeTurn.findFirst({
    where: { datasetId },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  if (first?.id !== generation) {
    throw new ServiceError('superseded', `Another job has worked on the dataset ${datasetId} since this one did.`);
  }
}
