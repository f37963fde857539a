/** A job of many items passes through many runs, on a Temporal that suggests it from a short history on. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { childActivities } from '../../../activities/jobs/children.ts';
import { createJobActivities } from '../../../activities/jobs/index.ts';
import { WorkerMetrics } from '../../../activities/metrics.ts';
import type { SourceInput } from '../../../activities/parse/types.ts';
import { runStep } from '../../../activities/step/run-step.ts';
import { bundleWorkflows } from '../../../activities/worker/workflow-bundle.ts';
import { newId } from '../../../domain/ids.ts';
import { JOBS_TASK_QUEUE } from '../../../domain/manifests/jobs.ts';
import { PARSE_TASK_QUEUE } from '../../../domain/manifests/parse.ts';
import type { JobEnvelope, StepContext } from '../../../domain/jobs/model.ts';
import { temporalServer } from '../../../embedded/servers/temporal.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';
import { readConfig } from '../../../domain/settings.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { freePort } from '../../support/free-port.ts';
import { applyTemporalConfig } from '../../../temporal-config/apply.ts';
import type { EachInput, ItemActivities } from '../../support/jobs/each-workflows.ts';
import { gapless } from '../../support/jobs/jobs.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalExecutable } from '../../support/service/temporal-cli.ts';

const ITEMS = 300;
/** Length of a history from which Temporal suggests to continue as new: that of some thirty items. */
const SUGGESTED_FROM_EVENTS = 200;

const directory = mkdtempSync(join(tmpdir(), 'tidemill-each-'));
const port = await freePort();
const uiPort = await freePort();
const { isReady, args, ...server } = temporalServer(await temporalExecutable(), directory, port, uiPort);
const suggestion = `--dynamic-config-value=limit.historyCount.suggestContinueAsNew=${SUGGESTED_FROM_EVENTS}`;
const running = await ServiceProcess.start(
  { ...server, args: [...args, suggestion], env: {}, log: join(directory, 'server.log') },
  isReady,
);
const system = openSystem({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
const api = await system.startApi();

const logger = new DefaultLogger('ERROR', () => undefined);
Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
const { address, namespace } = system;
const [connection, clientConnection] = await Promise.all([
  NativeConnection.connect({ address }),
  Connection.connect({ address }),
]);
await applyTemporalConfig(clientConnection, namespace);
const database = openDatabase(system.env['DATABASE_URL'] ?? '');

/** How often each item was worked on. */
const worked = new Map<string, number>();
const work = (item: string): void => void worked.set(item, (worked.get(item) ?? 0) + 1);
const touched: ItemActivities = {
  touch: (input, context) =>
    runStep(new Map(), { input, context }, async () => {
      work(input.item);
      return null;
    }),
};
const converted = {
  convert: (input: SourceInput, context: StepContext) =>
    runStep(new Map(), { input, context }, async () => {
      work(input.envelope.source);
      return { document_id: 'd', pages: 0, words: 1, markdown_bytes: 1, warnings: 0, textless_pages: 0 };
    }),
};
const local = {
  ...createJobActivities({ database, config: readConfig(system.env), metrics: new WorkerMetrics() }),
  ...childActivities,
  inspectSource: async () => ({
    source: { key: 'k', media_type: 'text/html', bytes: 1 },
    skipped: [],
    chain: [{ engine_id: 'web_reader', task_queue: PARSE_TASK_QUEUE, reason: 'scripted' }],
  }),
};
const workflowBundle = await bundleWorkflows(
  fileURLToPath(new URL('../../support/jobs/each-workflows.ts', import.meta.url)),
  logger,
);
const common = { connection, namespace };
const workers = await Promise.all([
  Worker.create({ ...common, taskQueue: JOBS_TASK_QUEUE, workflowBundle, activities: local }),
  Worker.create({ ...common, taskQueue: PARSE_TASK_QUEUE, activities: { ...touched, ...converted } }),
]);
const ended = workers.map((worker) => worker.run());
after(async () => {
  for (const worker of workers) worker.shutdown();
  await Promise.all(ended);
  await Promise.all([connection.close(), clientConnection.close(), database.close()]);
  await running.kill();
  rmSync(directory, { recursive: true });
});

test('a job of many items continues as new, works on each once, and keeps its events and counts', async () => {
  const client = await api.client();
  const envelope: JobEnvelope = {
    kind: 'parse',
    tenant_id: client.tenant,
    subject: 'tester',
    roles: [],
    purpose: null,
    priority: 5,
    fingerprint: null,
    source: 'its items',
    created_at: new Date().toISOString(),
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    limits: { step_timeout_ms: 60_000, heartbeat_timeout_ms: 10_000, retention_days: 1 },
  };
  const items = Array.from({ length: ITEMS }, (_item, index) => `item-${index}`);
  const request: SourceInput['request'] = {
    locator: { kind: 'url', url: 'http://127.0.0.1/' },
    engine_id: 'auto',
    scene: null,
    options: DEFAULT_PARSE_OPTIONS,
    max_age_seconds: 0,
    crawl: null,
  };
  const jobId = newId('job');
  const { workflow } = new Client({ connection: clientConnection, namespace });
  const result = await workflow.execute('eachJob', {
    workflowId: jobId,
    taskQueue: JOBS_TASK_QUEUE,
    memo: { job: envelope },
    args: [{ envelope, webhook: null, items, request } satisfies EachInput],
  });
  assert.deepEqual(result, { done: ITEMS });
  assert.deepEqual([...worked.keys()].toSorted(), items.toSorted());
  assert.deepEqual(new Set(worked.values()), new Set([1]));

  const status = await client.status(jobId);
  assert.deepEqual(status.progress, { completed: ITEMS, total: ITEMS, unit: 'items', message: null });
  assert.equal(status.children?.succeeded, ITEMS / 10);
  const events = await client.events(jobId);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    gapless(events),
  );
  const counted = events.flatMap(({ type, data }) => (type === 'job.progress' ? [data['completed']] : []));
  assert.deepEqual(counted, [50, 100, 150, 200, 250, 300]);
  assert.ok(new Set(events.map(({ run_id }) => run_id)).size > 3);
  const { raw } = await workflow.getHandle(jobId).describe();
  assert.ok(Number(raw.workflowExecutionInfo?.historyLength) < 2 * SUGGESTED_FROM_EVENTS);
});
