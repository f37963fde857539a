/** The job of workflow.ts as tests drive it: pages that they answer one by one, and the job as the API shows it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { newId } from '../../../domain/ids.ts';
import { SEARCH_ATTRIBUTES } from '../../../domain/jobs/model.ts';
import { JOBS_TASK_QUEUE } from '../../../domain/manifests/jobs.ts';
import type { JobEnvelope, JobMemo } from '../../../domain/jobs/model.ts';
import type { PolledQueue } from '../../../platform/temporal/workers.ts';
import type { Client } from '../service/client.ts';
import { servePages } from '../servers/page-server.ts';
import type { ServiceProcess } from '../service/service-process.ts';
import type { System } from '../service/system.ts';
import { temporalWorkflow } from '../service/temporal-cli.ts';
import { until } from '../until.ts';
import { sideBundle } from './bundle.ts';
import { SIDE_TASK_QUEUE } from './workflow.ts';
import type { SideBySideInput, SideBySideResult } from './workflow.ts';

export async function startSideWorker(system: System): Promise<ServiceProcess> {
  const queues: PolledQueue[] = [
    { taskQueue: JOBS_TASK_QUEUE, runs: 'workflows' },
    { taskQueue: SIDE_TASK_QUEUE, runs: 'activities' },
  ];
  return system.startOwnWorker('test/support/side-by-side/worker.ts', [await sideBundle()], queues);
}

/** Starts the job as the API starts those of the service. Its id. */
export async function startSideBySide(
  { address, namespace }: System,
  { tenant }: Client,
  input: Omit<SideBySideInput, 'envelope' | 'webhook'>,
): Promise<string> {
  const envelope: JobEnvelope = {
    kind: 'parse',
    tenant_id: tenant,
    subject: 'tester',
    roles: [],
    purpose: null,
    priority: 5,
    fingerprint: null,
    source: 'side by side',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    created_at: new Date().toISOString(),
    limits: { step_timeout_ms: 60_000, heartbeat_timeout_ms: 1500, retention_days: 1 },
  };
  const attributes = { kind: 'parse', state: 'queued', tenant } as const;
  const connection = await Connection.connect({ address });
  try {
    const { workflowId } = await new TemporalClient({ connection, namespace }).workflow.start('sideBySide', {
      workflowId: newId('job'),
      taskQueue: JOBS_TASK_QUEUE,
      args: [{ ...input, envelope, webhook: null } satisfies SideBySideInput],
      memo: { job: envelope } satisfies JobMemo,
      typedSearchAttributes: new TypedSearchAttributes(
        (['kind', 'state', 'tenant'] as const).map((name) => ({
          key: defineSearchAttributeKey(SEARCH_ATTRIBUTES[name], 'KEYWORD'),
          value: attributes[name],
        })),
      ),
    });
    return workflowId;
  } finally {
    await connection.close();
  }
}

/** Replays the history of such a job; rejects when it does not replay. */
export async function replay(history: unknown, jobId: string): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle: { codePath: await sideBundle() } }, history, jobId);
}

/** What the job returned; waits for its end. */
export async function resultOf(system: System, jobId: string): Promise<SideBySideResult> {
  const text = await temporalWorkflow(system, 'result', '--workflow-id', jobId, '--output', 'json');
  return (JSON.parse(text) as { result: SideBySideResult }).result;
}

/** Resolves once Temporal knows no more steps of the job to be pending than these, by activity id. */
export function waitForPending(system: System, jobId: string, activityIds: readonly string[]): Promise<true> {
  return until(`${activityIds.join(', ')} are pending alone`, async () => {
    const text = await temporalWorkflow(system, 'describe', '--workflow-id', jobId, '--output', 'json');
    const { pendingActivities = [] } = JSON.parse(text) as { pendingActivities?: { activityId: string }[] };
    const pending = pendingActivities.map(({ activityId }) => activityId).toSorted();
    return JSON.stringify(pending) === JSON.stringify(activityIds) || undefined;
  });
}

/** Pages of these names, each held until the test answers it, or releases it. */
export async function heldPages(names: readonly string[]) {
  const held = new Map<string, ServerResponse>();
  /** Statuses of the pages that are not held. */
  const released = new Map<string, number>();
  const hold = (name: string) => (_request: IncomingMessage, response: ServerResponse) => {
    const status = released.get(name);
    if (status !== undefined) {
      response.writeHead(status).end(name);
      return;
    }
    held.set(name, response);
    response.on('close', () => {
      if (held.get(name) === response) held.delete(name);
    });
  };
  const server = await servePages(Object.fromEntries(names.map((name) => [name, hold(name)])));
  return {
    urls: (...wanted: string[]) => wanted.map((name) => server.url(name)),
    /** How often a page was asked for. */
    asked: (name: string): number => server.requests.get(`/${name}`) ?? 0,
    /** Names of the pages that somebody waits for now. */
    waiting: (): string[] => [...held.keys()].toSorted(),
    /** Answers the page once it is asked for. */
    answer: async (name: string, status = 200): Promise<void> => {
      const response = await until(`${name} is asked for`, async () => held.get(name));
      held.delete(name);
      response.writeHead(status).end(name);
    },
    /** Answers the pages from now on, those that somebody waits for at once. */
    release: (wanted: readonly string[], status = 200): void => {
      for (const name of wanted) {
        released.set(name, status);
        held.get(name)?.writeHead(status).end(name);
      }
    },
    /** Holds the pages again. */
    hold: (wanted: readonly string[]): void => wanted.forEach((name) => released.delete(name)),
  };
}
