/** Jobs with child jobs, and a worker of the profile `default` that runs them in the test's own process. */
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { WorkflowBundle } from '@temporalio/worker';
import { childActivities } from '../../../activities/jobs/children.ts';
import { createJobActivities } from '../../../activities/jobs/index.ts';
import { createSlotActivities } from '../../../activities/jobs/job-slots.ts';
import { WorkerMetrics } from '../../../activities/metrics.ts';
import { createParseLocalActivities } from '../../../activities/parse/index.ts';
import { workerOptions } from '../../../activities/worker/options.ts';
import { createParts } from '../../../activities/worker/parts.ts';
import { bundleWorkflows } from '../../../activities/worker/workflow-bundle.ts';
import { newId } from '../../../domain/ids.ts';
import { SEARCH_ATTRIBUTES } from '../../../domain/jobs/model.ts';
import { JOBS_TASK_QUEUE } from '../../../domain/manifests/jobs.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';
import { readService } from '../../../domain/settings.ts';
import { readSettings } from '../../../platform/config.ts';
import type { ParentInput } from './parent-workflows.ts';
import type { System } from '../service/system.ts';

/** What differs from parent to parent. */
export interface Parent {
  /** Of whom the job is. */
  readonly tenant: string;
  /** Addresses that its children parse, by the key of the child. */
  readonly children: Readonly<Record<string, string>>;
  readonly needs?: ParentInput['needs'];
  readonly envelope?: Partial<JobEnvelope>;
  readonly webhook?: ParentInput['webhook'];
}

export interface Parents {
  /** The workflows that the worker runs. */
  readonly workflowBundle: WorkflowBundle;
  readonly client: Client;
  /** Starts such a job. Its identifier. */
  start(parent: Parent): Promise<string>;
}

/** Opens the worker; it ends with the tests of the file. */
export async function openParents({ env, namespace, address }: System): Promise<Parents> {
  const settings = readSettings(env, readService);
  const logger = new DefaultLogger('ERROR');
  // What must not replay is refused loudly; that is what is wanted here.
  Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
  const connection = await NativeConnection.connect({ address });
  const clientConnection = await Connection.connect({ address });
  const parts = createParts(settings, ['default'], new WorkerMetrics(), { connection, namespace });
  const path = fileURLToPath(new URL('parent-workflows.ts', import.meta.url));
  const workflowBundle = await bundleWorkflows(path, logger);
  const worker = await Worker.create({
    connection,
    namespace,
    workflowBundle,
    ...workerOptions('default', settings.config.worker),
    sinks: { trace: { ended: { fn: () => undefined } } },
    activities: {
      ...createJobActivities(parts),
      ...createSlotActivities(parts),
      ...childActivities,
      ...createParseLocalActivities(parts),
    },
  });
  const running = worker.run();
  after(async () => {
    worker.shutdown();
    await running;
    await Promise.all([connection.close(), clientConnection.close(), parts.close()]);
  });
  const client = new Client({ connection: clientConnection, namespace });
  return { workflowBundle, client, start: (parent) => startParent(client, parent) };
}

async function startParent({ workflow }: Client, parent: Parent): Promise<string> {
  const { tenant, children, needs = 'none', webhook = null } = parent;
  const workflowId = newId('job');
  const envelope: JobEnvelope = {
    kind: 'parse',
    tenant_id: tenant,
    subject: 'tester',
    roles: [],
    purpose: null,
    fingerprint: null,
    source: 'its children',
    priority: 5,
    created_at: new Date().toISOString(),
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    limits: { step_timeout_ms: 60_000, heartbeat_timeout_ms: 3000, retention_days: 1 },
    ...parent.envelope,
  };
  const requests: ParentInput['requests'] = Object.fromEntries(
    Object.entries(children).map(([key, url]) => [
      key,
      {
        locator: { kind: 'url', url },
        engine_id: 'auto',
        scene: null,
        options: DEFAULT_PARSE_OPTIONS,
        max_age_seconds: 0,
        crawl: null,
      },
    ]),
  );
  const input: ParentInput = { envelope, webhook, requests, needs };
  await workflow.start('parentJob', {
    workflowId,
    taskQueue: JOBS_TASK_QUEUE,
    args: [input],
    memo: { job: envelope },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: keyword(SEARCH_ATTRIBUTES.kind), value: 'parse' },
      { key: keyword(SEARCH_ATTRIBUTES.state), value: 'queued' },
      { key: keyword(SEARCH_ATTRIBUTES.tenant), value: tenant },
    ]),
    priority: { priorityKey: 2, fairnessKey: tenant },
  });
  return workflowId;
}

function keyword(name: string) {
  return defineSearchAttributeKey(name, 'KEYWORD');
}
