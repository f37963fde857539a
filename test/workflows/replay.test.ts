import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { WorkflowBundle } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { loadWorkflowBundle } from '../../activities/worker/workflow-bundle.ts';
import { SWEEP_STEPS, ofAllDomains } from '../../domain/manifests/index.ts';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { PARSE_TASK_QUEUE } from '../../domain/manifests/parse.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import { applyTemporalConfig } from '../../temporal-config/apply.ts';
import { setting } from '../support/service/infrastructure.ts';

const logger = new DefaultLogger('ERROR', () => undefined);
// What must not replay is refused loudly; that is what is wanted here.
Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
let workflowBundle: WorkflowBundle;
before(async () => {
  workflowBundle = await loadWorkflowBundle('index', logger);
});

const directory = new URL('histories/', import.meta.url);
const names = readdirSync(directory).map((file) => file.replace('.json', ''));
const read = (name: string): string => readFileSync(new URL(`${name}.json`, directory), 'utf8');
interface Recorded {
  readonly events: readonly {
    readonly workflowExecutionStartedEventAttributes?: {
      readonly workflowId: string;
      readonly workflowType: { readonly name: string };
    };
    readonly activityTaskScheduledEventAttributes?: { readonly activityType: { readonly name: string } };
  }[];
}

const WORKFLOWS = ofAllDomains('workflows');
const eventsOf = (name: string): Recorded['events'] => (JSON.parse(read(name)) as Recorded).events;

/** Replays a history under the name that its workflow had: its children are named after it. */
async function replay(text: string): Promise<void> {
  const history = JSON.parse(text) as Recorded;
  const workflowId = history.events[0]?.workflowExecutionStartedEventAttributes?.workflowId;
  await Worker.runReplayHistory({ workflowBundle }, history, workflowId);
}

/**
 * The step of each recorded workflow that the altered copy of its history renames; for a workflow without steps, the
 * workflow itself is renamed. record-histories.ts makes all histories except `grantedEarly`, which comes from a run
 * under faults: a lost workflow task had requested a slot, so that a replay sees the signal before the request.
 */
const STEPS: Readonly<Record<string, string>> = {
  addContinued: 'addTexts',
  addContinues: 'addDocument',
  addJob: 'addTexts',
  archive: 'unpackArchive',
  archiveContinued: 'unpackArchive',
  archiveContinues: 'listArchive',
  cancelled: 'fetchSource',
  capacity: 'fetchSource',
  cognifyContinued: 'chunkDocuments',
  cognifyContinues: 'readNames',
  cognifyDryRun: 'estimateChunks',
  cognifyJob: 'chunkDocuments',
  continued: 'crawl',
  continues: 'indexSite',
  crawl: 'indexSite',
  credential: 'awaitCredential',
  deleteDatasetJob: 'removeDataset',
  deleteDocumentsJob: 'removeDocuments',
  deliverWebhook: 'deliver',
  embedContinued: 'embedChunks',
  embedContinues: 'reembedFacts',
  embedDatasetJob: 'useModel',
  extraction: 'extractGraphs',
  failed: 'fetchSource',
  fallback: 'fetchSource',
  gaveUp: 'deliver',
  grantedEarly: 'convert',
  handedBack: 'fetchSource',
  importJob: 'importRows',
  memifyCommunities: 'describeCommunities',
  memifyConsolidation: 'consolidateEntities',
  memifyContinued: 'embedFacts',
  memifyContinues: 'memifyJob',
  memifyJob: 'embedFacts',
  performanceJob: 'writePerformanceReport',
  performanceSearch: 'runLevel',
  qualityContinued: 'judgeCases',
  qualityContinues: 'judgeCases',
  qualityJob: 'judgeCases',
  qualityTarget: 'produceOutputs',
  retried: 'fetchSource',
  succeeded: 'fetchSource',
  sweepStorage: 'removeExpiredObjects',
  synthesisByModel: 'generateItems',
  synthesisContinued: 'generateItems',
  synthesisContinues: 'generateItems',
  synthesisJob: 'makeItems',
  verifyUpload: 'verifyStoredUpload',
  watchBatch: 'watchBatch',
  watchCapacity: 'watchCapacity',
  webhook: 'fetchSource',
};

test('a history of each end of a job, and of each other workflow, is kept', () => {
  assert.deepEqual(names, Object.keys(STEPS));
  const recorded = names.flatMap((name) =>
    eventsOf(name).flatMap(({ workflowExecutionStartedEventAttributes: started }) => started?.workflowType.name ?? []),
  );
  assert.deepEqual([...new Set(recorded)].sort(), Object.keys(WORKFLOWS).sort());
});

test('the sweep runs the step of every table that has one', () => {
  const run = eventsOf('sweepStorage').flatMap(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType.name ?? [],
  );
  assert.deepEqual(run, [...SWEEP_STEPS, 'removeOrphans']);
});

for (const name of names) {
  test(`the recorded history "${name}" replays`, async () => {
    await replay(read(name));
  });

  test(`the recorded history "${name}" with another step does not replay`, async () => {
    const step = STEPS[name] ?? '';
    const other = step in WORKFLOWS ? 'verifyUpload' : 'anotherStep';
    const altered = read(name).replaceAll(`"name": "${step}"`, `"name": "${other}"`);
    assert.notEqual(altered, read(name));
    await assert.rejects(replay(altered), DeterminismViolationError);
  });
}

for (const name of [
  'continued',
  'addContinued',
  'cognifyContinued',
  'memifyContinued',
  'embedContinued',
  'qualityContinued',
  'synthesisContinued',
]) {
  test(`the history "${name}" of a run that continued as new does not replay as one that had no reason to`, async () => {
    const altered = read(name).replaceAll('"suggestContinueAsNew": true', '"suggestContinueAsNew": false');
    await assert.rejects(replay(altered), DeterminismViolationError);
  });
}

test('a job whose worker keeps no workflow in memory replays before every task, and ends the same', async () => {
  const address = setting('TEMPORAL_ADDRESS');
  const namespace = `replay-${process.pid}-${Date.now()}`;
  const connection = await NativeConnection.connect({ address });
  const clientConnection = await Connection.connect({ address });
  try {
    await applyTemporalConfig(clientConnection, namespace);
    const tried: string[] = [];
    const outcomes: unknown[] = [];
    const source = { key: 'k', media_type: 'text/html', bytes: 1 };
    const chain = ['web_reader', 'markdown_converter'].map((engine_id) => ({
      engine_id,
      task_queue: PARSE_TASK_QUEUE,
      reason: 'scripted',
    }));
    const began_at = new Date().toISOString();
    const local = {
      inspectSource: async () => null,
      recordJob: async ({ state }: { state: string }) => {
        outcomes.push(state);
        return [];
      },
    };
    const activities = {
      fetchSource: async () => ({ began_at, usage: [], value: { source, chain, skipped: [] } }),
      convert: async ({ engine_id }: { engine_id: string }) => {
        tried.push(engine_id);
        if (tried.length === 1) throw new Error('the first attempt fails');
        const value = { document_id: 'doc_1', pages: 2, words: 1, markdown_bytes: 1, warnings: 0 };
        return { began_at, usage: [], value };
      },
    };
    const common = { connection, namespace };
    const workers = await Promise.all([
      Worker.create({
        ...common,
        taskQueue: JOBS_TASK_QUEUE,
        workflowBundle,
        activities: local,
        maxCachedWorkflows: 0,
      }),
      Worker.create({ ...common, taskQueue: PARSE_TASK_QUEUE, activities }),
    ]);
    const { workflow } = new Client({ connection: clientConnection, namespace });
    const limits = { step_timeout_ms: 60_000, heartbeat_timeout_ms: 60_000, retention_days: 1 };
    const envelope: JobEnvelope = {
      kind: 'parse',
      tenant_id: 't',
      subject: 's',
      roles: [],
      purpose: null,
      priority: 5,
      fingerprint: null,
      source: 'x',
      limits,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      created_at: new Date().toISOString(),
    };
    const [jobs, parse] = workers;
    const result = await jobs.runUntil(
      parse.runUntil(
        workflow.execute<(input: object) => Promise<{ attempts: { engine_id: string }[] }>>('parseJob', {
          workflowId: 'job_1',
          taskQueue: JOBS_TASK_QUEUE,
          workflowExecutionTimeout: '1 minute',
          args: [
            { envelope, request: { locator: { kind: 'url', url: 'x' }, engine_id: 'auto', scene: null, options: {} } },
          ],
        }),
      ),
    );
    assert.deepEqual(
      result.attempts.map(({ engine_id }) => engine_id),
      ['web_reader'],
    );
    assert.deepEqual(tried, ['web_reader', 'web_reader']);
    assert.deepEqual(outcomes, ['succeeded']);
  } finally {
    await Promise.all([connection.close(), clientConnection.close()]);
  }
});
