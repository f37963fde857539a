/** Rows of batches: which jobs a request has started. */
import type { Database } from '../../../platform/database/client.ts';
import type { JobBatch } from '../../../platform/database/generated/client.ts';
import { ServiceError } from '../../../errors/index.ts';
import { isId } from '../../ids.ts';
import { isJobKind } from '../model.ts';
import type { JobKind } from '../model.ts';

export interface BatchRow extends Omit<JobBatch, 'kind'> {
  readonly kind: JobKind;
}

export async function hasBatch({ db }: Database, id: string): Promise<boolean> {
  return (await db.jobBatch.count({ where: { id } })) > 0;
}

/** Writes the row of a batch. Repeating the call has no effect. */
export async function createBatch({ db }: Database, batch: Omit<BatchRow, 'jobId'>): Promise<void> {
  const [jobId] = batch.jobIds;
  if (jobId === undefined) throw new Error(`batch ${batch.id} has no jobs`);
  await db.jobBatch.createMany({ data: { ...batch, jobId }, skipDuplicates: true });
}

/** The batch; throws `not_found` when it does not exist or belongs to another tenant. */
export async function findBatch({ db }: Database, tenantId: string, id: string): Promise<BatchRow> {
  const row = isId('bat', id) ? await db.jobBatch.findFirst({ where: { id, tenantId } }) : null;
  if (!row) throw new ServiceError('not_found', `There is no batch ${id}.`);
  const { kind } = row;
  if (!isJobKind(kind)) throw new Error(`batch ${id} is of an unknown kind: ${kind}`);
  return { ...row, kind };
}
