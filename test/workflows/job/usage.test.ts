/**
 * The usage of steps is counted once in the record of their job, whatever fails: jobs of scripted steps on a real
 * Temporal.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import Long from 'long';
import { createJobActivities } from '../../../activities/jobs/index.ts';
import { runStep } from '../../../activities/step/run-step.ts';
import type { Step } from '../../../activities/step/step.ts';
import { WorkerMetrics } from '../../../activities/metrics.ts';
import { loadWorkflowBundle } from '../../../activities/worker/workflow-bundle.ts';
import type { SourceInput } from '../../../activities/parse/types.ts';
import { newId } from '../../../domain/ids.ts';
import { JOBS_TASK_QUEUE } from '../../../domain/manifests/jobs.ts';
import { PARSE_TASK_QUEUE } from '../../../domain/manifests/parse.ts';
import type { StepContext, StepHeartbeat } from '../../../domain/jobs/model.ts';
import { historiesOf } from '../../../domain/jobs/history.ts';
import { spentUsage } from '../../../domain/jobs/spent-usage.ts';
import { readUsage } from '../../../domain/jobs/usage.ts';
import { ServiceError } from '../../../errors/index.ts';
import { decodePayload } from '../../../platform/temporal/decode.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { applyTemporalConfig } from '../../../temporal-config/apply.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { until } from '../../support/until.ts';

type Attempt = (step: Step) => Promise<void>;

const HEARTBEAT_TIMEOUT_MS = 1500;
const { RESET_REAPPLY_EXCLUDE_TYPE_SIGNAL } = proto.temporal.api.enums.v1.ResetReapplyExcludeType;

const logger = new DefaultLogger('ERROR', () => undefined);
Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
const address = setting('TEMPORAL_ADDRESS');
const namespace = `usage-${randomBytes(4).toString('hex')}`;
const [connection, clientConnection] = await Promise.all([
  NativeConnection.connect({ address }),
  Connection.connect({ address }),
]);
await applyTemporalConfig(clientConnection, namespace);
const { workflow } = new Client({ connection: clientConnection, namespace });
const database = openDatabase(setting('DATABASE_URL'));

/**
 * What the attempts of a job's `convert` do, by the job's source, those of its later runs included; the last does what
 * more there are.
 */
const scripts = new Map<string, Attempt[]>();
const source = { key: 'k', media_type: 'text/html', bytes: 1 };
const document = { document_id: 'd', pages: 0, words: 1, markdown_bytes: 1, warnings: 0, textless_pages: 0 };
const rate = { perSecond: 1, burst: 1 };
const config = { limits: { tenantRate: rate, anonymousRate: rate, maxOpenJobs: 1, maxRunningJobs: null } };
const local = {
  ...createJobActivities({ database, config, metrics: new WorkerMetrics() }),
  inspectSource: async ({ envelope }: SourceInput) => {
    const chain = envelope.source.split('+')[0]?.split(',') ?? [];
    return {
      source,
      skipped: [],
      chain: chain.map((engine_id) => ({ engine_id, task_queue: PARSE_TASK_QUEUE, reason: 'scripted' })),
    };
  },
};
const activities = {
  convert: (input: SourceInput, context: StepContext) =>
    runStep(new Map(), { input, context }, async (step) => {
      const { envelope } = input;
      step.begin();
      const script = scripts.get(envelope.source) ?? [];
      const attempt = script.length > 1 ? script.shift() : script[0];
      await attempt?.(step);
      return document;
    }),
};
const common = { connection, namespace };
const workflowBundle = await loadWorkflowBundle('index', logger);
const openConverter = async () => {
  const throttle = { maxHeartbeatThrottleInterval: 100, defaultHeartbeatThrottleInterval: 100 };
  const worker = await Worker.create({ ...common, ...throttle, taskQueue: PARSE_TASK_QUEUE, activities });
  const ended = worker.run();
  return {
    stop: () => {
      worker.shutdown();
      return ended;
    },
  };
};
const jobs = await Worker.create({ ...common, taskQueue: JOBS_TASK_QUEUE, workflowBundle, activities: local });
const jobsEnded = jobs.run();
let converter = await openConverter();
after(async () => {
  jobs.shutdown();
  await Promise.all([jobsEnded, converter.stop()]);
  await Promise.all([connection.close(), clientConnection.close(), database.close()]);
});

/** Starts a job with these attempts; `engines` are tried in order. */
async function start(attempts: readonly Attempt[], engines = 'web_reader') {
  const jobId = newId('job');
  const name = `${engines}+${jobId}`;
  scripts.set(name, [...attempts]);
  const envelope = {
    kind: 'parse',
    tenant_id: 't',
    subject: 's',
    roles: [],
    purpose: null,
    priority: 5,
    fingerprint: null,
    source: name,
    created_at: new Date().toISOString(),
    limits: { step_timeout_ms: 60_000, heartbeat_timeout_ms: HEARTBEAT_TIMEOUT_MS, retention_days: 1 },
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  };
  const options = { workflowId: jobId, taskQueue: JOBS_TASK_QUEUE, workflowExecutionTimeout: '3 minutes' as const };
  const request = { locator: { kind: 'object' }, engine_id: 'auto', scene: null, options: {} };
  await workflow.start('parseJob', {
    ...options,
    args: [{ envelope, webhook: null, request }],
    memo: { job: envelope },
  });
  return jobId;
}

/** State and usage in the record of an ended job, compared with its status. */
async function recorded(jobId: string, state: string): Promise<string[]> {
  const record = await until(`${jobId} is recorded as ${state}`, async () => {
    const row = await database.db.job.findUnique({ where: { id: jobId } });
    return row?.state === state ? row : undefined;
  });
  const description = await until('it is closed', async () => {
    const described = await workflow.getHandle(jobId).describe();
    return described.closeTime ? described : undefined;
  });
  const told = await spentUsage(workflow, description);
  assert.deepEqual(readUsage(record.usage), told);
  return told.map(({ source, unit, amount }) => `${source} ${unit} ${amount}`);
}

const spend = (step: Step, amount: number): void => step.spend({ source: 'model', unit: 'calls', amount });
const fails = (amount: number, details: Record<string, unknown> = {}, retryable = true): Attempt => {
  return async (step) => {
    spend(step, amount);
    throw new ServiceError('timeout', 'Scripted.', details, undefined, retryable);
  };
};
const works = (amount: number): Attempt => {
  return async (step) => spend(step, amount);
};
const aborted = ({ signal }: Step): Promise<void> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Resolves when the attempt of a job's step that `attempt` describes has got somewhere. */
function reaching(attempt: (step: Step, reached: () => void) => Promise<void>) {
  let reached = (): void => {};
  const done = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return { done, attempt: (step: Step) => attempt(step, reached) };
}

test('the usage of failed attempts counts, each once', async () => {
  const jobId = await start([fails(5), fails(1), works(7)]);
  assert.deepEqual(await recorded(jobId, 'succeeded'), ['model calls 13']);
});

test('so do the attempts of a failed step, and the engine that is tried next', async () => {
  const jobId = await start([fails(5, {}, false), fails(2), works(7)], 'web_reader,markdown_converter');
  assert.deepEqual(await recorded(jobId, 'succeeded'), ['model calls 14']);
  const failed = await start([fails(5), fails(2, {}, false)]);
  assert.deepEqual(await recorded(failed, 'failed'), ['model calls 7']);
});

test('attempts that a rate limit refuses are as many as it takes, and the job hears of the first', async () => {
  const refused: Attempt = async (step) => {
    spend(step, 1);
    throw new ServiceError('provider_failed', 'Slow down.', { status: 429, retry_after_seconds: 0 });
  };
  const jobId = await start([refused, refused, refused, refused, works(7)]);
  const heartbeat = await until('it was refused three times', async () => {
    const [pending] = (await workflow.getHandle(jobId).describe()).raw.pendingActivities ?? [];
    const known = decodePayload<StepHeartbeat>(pending?.heartbeatDetails?.payloads?.[0]);
    return known?.refused === 3 && pending?.nextAttemptScheduleTime ? known : undefined;
  });
  assert.deepEqual([heartbeat.uncounted, heartbeat.waited], [3, 2]);
  assert.deepEqual(await recorded(jobId, 'succeeded'), ['model calls 11']);
  const { events } = await database.db.job.findUniqueOrThrow({ where: { id: jobId } });
  const retries = (events as { type: string; data: { attempt: number } }[]).filter(
    ({ type }) => type === 'job.retrying',
  );
  assert.deepEqual(
    retries.map(({ data }) => data.attempt),
    [1],
  );
});

test('an attempt that its worker hands back counts', async () => {
  const { done, attempt } = reaching(async (step, reached) => {
    spend(step, 5);
    reached();
    await aborted(step);
  });
  const jobId = await start([attempt, works(7)]);
  await done;
  await converter.stop();
  converter = await openConverter();
  assert.deepEqual(await recorded(jobId, 'succeeded'), ['model calls 12']);
});

test('a cancelled step counts up to its last heartbeat', async () => {
  const jobId = await start([
    fails(2),
    async (step) => {
      spend(step, 5);
      await aborted(step);
    },
  ]);
  await until('it has heartbeat what it spent', async () => {
    const [pending] = (await workflow.getHandle(jobId).describe()).raw.pendingActivities ?? [];
    const { usage } = decodePayload<StepHeartbeat>(pending?.heartbeatDetails?.payloads?.[0]) ?? {};
    return usage?.[0]?.amount === 7 ? true : undefined;
  });
  await workflow.getHandle(jobId).cancel();
  assert.deepEqual(await recorded(jobId, 'cancelled'), ['model calls 7']);
});

test('so does a step that is cancelled between two attempts', async () => {
  const jobId = await start([fails(5, { retry_after_seconds: 60 })]);
  await until('the attempt has failed', async () => {
    const [pending] = (await workflow.getHandle(jobId).describe()).raw.pendingActivities ?? [];
    return pending?.lastFailure ? true : undefined;
  });
  await workflow.getHandle(jobId).cancel();
  assert.deepEqual(await recorded(jobId, 'cancelled'), ['model calls 5']);
});

test('an attempt that stopped responding counts up to its last heartbeat, and nothing after it', async () => {
  const jobId = await start([
    async (step) => {
      spend(step, 5);
      await delay(1000);
      // As if its process were stopped.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * HEARTBEAT_TIMEOUT_MS);
      spend(step, 100);
      await aborted(step);
    },
    works(7),
  ]);
  assert.deepEqual(await recorded(jobId, 'succeeded'), ['model calls 12']);
});

const RESETS: Readonly<Record<string, number[]>> = {
  'by the API': [RESET_REAPPLY_EXCLUDE_TYPE_SIGNAL],
  'by an operator': [],
};
for (const [who, excluded] of Object.entries(RESETS)) {
  test(`a job that is reset ${who} counts undone usage once`, async () => {
    const jobId = await start(
      [fails(1, {}, false), fails(2), fails(3, {}, false), fails(4), fails(5, {}, false), works(6)],
      'web_reader,markdown_converter',
    );
    assert.deepEqual(await recorded(jobId, 'failed'), ['model calls 6']);
    await reset(jobId, excluded);
    await until('the second run has failed', async () =>
      (await database.db.job.findUnique({ where: { id: jobId } }))?.runId === (await runOf(jobId)) ? true : undefined,
    );
    assert.deepEqual(await recorded(jobId, 'failed'), ['model calls 15']);
    await reset(jobId, excluded);
    assert.deepEqual(await recorded(jobId, 'succeeded'), ['model calls 21']);
  });
}

async function runOf(jobId: string): Promise<string> {
  return (await workflow.getHandle(jobId).describe()).runId;
}

/** Resets a job to the workflow task that scheduled its last step. */
async function reset(jobId: string, resetReapplyExcludeTypes: number[]): Promise<void> {
  const runId = await runOf(jobId);
  const history = await historiesOf(workflow, jobId)(runId);
  const step = history.findLast((event) => event.activityTaskScheduledEventAttributes);
  const asked = step?.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId;
  await clientConnection.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: jobId, runId },
    reason: 'test',
    requestId: newId('job'),
    workflowTaskFinishEventId: Long.fromNumber(Number(asked)),
    resetReapplyExcludeTypes,
  });
}
