import { Client, Connection } from '@temporalio/client';
import { STEP_SIGNAL } from '../../../domain/jobs/model.ts';
import type { System } from './system.ts';
import { until } from '../until.ts';

/** A signal may hold 2 MB. Temporal suggests to continue as new from a history of 4 MB. */
const BALLAST = 'x'.repeat(1_500_000);
const SIGNALS = 3;
const SUGGESTED_FROM_BYTES = 4 * 1024 * 1024;

/**
 * Makes the history of a job long enough that Temporal suggests to continue it as new; the job drops what it is sent.
 */
export async function sendBallast({ address, namespace }: Pick<System, 'address' | 'namespace'>, jobId: string) {
  const connection = await Connection.connect({ address });
  try {
    const handle = new Client({ connection, namespace }).workflow.getHandle(jobId);
    for (let sent = 0; sent < SIGNALS; sent++) await handle.signal(STEP_SIGNAL, BALLAST);
    // Events that came during a workflow task count from the task after the next.
    await until('the history is long and its workflow task done', async () => {
      const { historySize = 0, raw } = await handle.describe();
      return (historySize > SUGGESTED_FROM_BYTES && !raw.pendingWorkflowTask) || undefined;
    });
  } finally {
    await connection.close();
  }
}

/** The JSON text of a history without ballast. */
export function withoutBallast(history: string): string {
  const value: unknown = JSON.parse(history, (_name, member: unknown) =>
    typeof member === 'string' && member.length >= BALLAST.length ? '' : member,
  );
  return JSON.stringify(value, null, 2);
}
