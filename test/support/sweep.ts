import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import type { SweepInput, SweepResult } from '../../workflows/storage.ts';
import type { System } from './service/system.ts';

/** Sweeps once, as Temporal's schedule does every hour. What was removed. */
export async function sweep({ address, namespace }: System, orphan_age_ms: number): Promise<SweepResult> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection, namespace });
    return await workflow.execute<(input: SweepInput) => Promise<SweepResult>>('sweepStorage', {
      workflowId: `sweep-${randomBytes(4).toString('hex')}`,
      taskQueue: JOBS_TASK_QUEUE,
      args: [{ orphan_age_ms }],
    });
  } finally {
    await connection.close();
  }
}
