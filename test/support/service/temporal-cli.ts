/** Temporal's own command line, as an operator uses it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { defaultHome } from '../../../platform/config/home.ts';
import { obtainTool, TEMPORAL } from '../../../embedded/setup/tools.ts';
import type { System } from './system.ts';
import { PATIENCE_MS } from '../patience.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
let executable: Promise<string> | undefined;

/** Path of the Temporal CLI, which is the development server too. */
export function temporalExecutable(): Promise<string> {
  executable ??= obtainTool(TEMPORAL, join(defaultHome(), 'tools'), process.env, () => undefined);
  return executable;
}

type Place = Pick<System, 'address' | 'namespace'>;

/** Runs `temporal …` on the namespace of the system; answers what it printed. Rejects when it fails. */
export async function temporalCommand({ address, namespace }: Place, ...args: string[]): Promise<string> {
  const where = ['--address', address, '--namespace', namespace];
  const { stdout } = await run(await temporalExecutable(), [...args, ...where], {
    maxBuffer: 32 * 1024 * 1024,
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  return stdout;
}

export function temporalWorkflow(place: Place, ...args: string[]): Promise<string> {
  return temporalCommand(place, 'workflow', ...args);
}

interface Execution {
  readonly execution: { readonly workflowId: string; readonly runId: string };
}

/** All runs of a tenant's jobs, once the visibility store has this many. */
export function listRuns(place: Place, tenant: string, count: number): Promise<Execution[]> {
  return until(`Temporal lists ${count} runs`, async () => {
    const text = await temporalWorkflow(place, 'list', '--query', `TenantId = '${tenant}'`, '--output', 'json');
    const runs = JSON.parse(text) as Execution[];
    assert.ok(runs.length <= count, `there are ${runs.length} runs, not ${count}`);
    return runs.length === count ? runs : undefined;
  });
}

/** The history of a run of a workflow, the latest if none is given, as the CLI writes it. */
export function showHistory(place: Place, workflowId: string, runId?: string): Promise<string> {
  const run = runId === undefined ? [] : ['--run-id', runId];
  return temporalWorkflow(place, 'show', '--workflow-id', workflowId, ...run, '--output', 'json');
}

/**
 * Deletes workflows in their current runs, as the end of Temporal's retention does, and waits until Temporal knows none
 * of them. The server takes its time: better all at once than one after the other.
 */
export async function forget(place: Place, workflowIds: readonly string[]): Promise<void> {
  for (const id of workflowIds) await temporalWorkflow(place, 'delete', '--workflow-id', id, '--yes');
  const connection = await Connection.connect({ address: place.address });
  const { workflow } = new Client({ connection, namespace: place.namespace });
  try {
    for (const id of workflowIds) {
      await until(`${id} is forgotten`, () =>
        workflow
          .getHandle(id)
          .describe()
          .then(() => undefined, isForgotten),
      );
    }
  } finally {
    await connection.close();
  }
}

function isForgotten(error: unknown): true {
  if (error instanceof WorkflowNotFoundError) return true;
  throw error;
}
