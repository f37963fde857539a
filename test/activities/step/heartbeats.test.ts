/** When a step heartbeats: each heartbeat costs Temporal a write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Context, asyncLocalStorage } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';
import { Client } from '@temporalio/client';
import { noopMetricMeter } from '@temporalio/common';
import { DefaultLogger } from '@temporalio/worker';
import { runStep } from '../../../activities/step/run-step.ts';
import type { Step } from '../../../activities/step/step.ts';
import type { JobEnvelope, StepHeartbeat } from '../../../domain/jobs/model.ts';

const info: Info = {
  taskToken: new Uint8Array(),
  base64TaskToken: '',
  activityId: 'work',
  activityType: 'work',
  attempt: 1,
  activityNamespace: 'n',
  namespace: 'n',
  taskQueue: 'q',
  isLocal: false,
  inWorkflow: true,
  workflowExecution: { workflowId: 'job_1', runId: 'run' },
  scheduledTimestampMs: 0,
  currentAttemptScheduledTimestampMs: 0,
  scheduleToCloseTimeoutMs: 60_000,
  startToCloseTimeoutMs: 60_000,
  heartbeatTimeoutMs: 30_000,
  heartbeatDetails: undefined,
};
const envelope: JobEnvelope = {
  kind: 'parse',
  tenant_id: 't',
  subject: 's',
  roles: [],
  purpose: null,
  priority: 5,
  fingerprint: null,
  source: 'x',
  traceparent: '',
  created_at: '2026-01-01T00:00:00.000Z',
  limits: { step_timeout_ms: 60_000, heartbeat_timeout_ms: 30_000, retention_days: 1 },
};
const spent = [{ source: 'e', unit: 'pages', amount: 1 }] as const;

/** A step that has spent something, and what it has sent to Temporal so far. Time passes as the test says. */
function startStep(t: TestContext, checkpoint?: string) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const heartbeats: StepHeartbeat[] = [];
  const end = Promise.withResolvers<void>();
  const cancellation = new AbortController();
  const cancelled = new Promise<never>((_resolve, reject) => {
    cancellation.signal.addEventListener('abort', () => reject(new Error('cancelled')));
  });
  cancelled.catch(() => undefined);
  const logger = new DefaultLogger('ERROR', () => undefined);
  const context = new Context(
    ...([info, cancelled, cancellation.signal, (sent: StepHeartbeat) => heartbeats.push(sent)] as const),
    ...([new Client(), logger, noopMetricMeter, {}] as const),
  );
  const work = async (step: Step): Promise<void> => {
    if (checkpoint !== undefined) step.keep(checkpoint);
    step.spend(spent[0]);
    step.onProgress({ completed: 1, total: 2, unit: 'pages', message: null });
    await end.promise;
  };
  const run = asyncLocalStorage.run(context, () =>
    runStep(new Map(), { input: { envelope }, context: { is_later_run: false } }, work),
  );
  return { heartbeats, run, end, cancellation };
}

test('a step that ends at once sends no heartbeat: its result has what it has spent', async (t) => {
  const { heartbeats, run, end } = startStep(t);
  t.mock.timers.tick(200);
  end.resolve();
  assert.deepEqual((await run).usage, spent);
  t.mock.timers.tick(5000);
  assert.deepEqual(heartbeats, []);
});

test('a step that goes on sends all changes in one heartbeat', async (t) => {
  const { heartbeats, run, end } = startStep(t);
  t.mock.timers.tick(300);
  assert.deepEqual(
    heartbeats.map(({ usage, progress }) => [usage, progress?.completed]),
    [[spent, 1]],
  );
  end.resolve();
  await run;
  assert.equal(heartbeats.length, 1);
});

test('a checkpoint is sent at once: it may be the identifier of a paid remote job', async (t) => {
  const { heartbeats, run, end } = startStep(t, 'remote-1');
  assert.deepEqual(
    heartbeats.map(({ checkpoint }) => checkpoint),
    ['remote-1'],
  );
  end.resolve();
  await run;
});

test('a step that is cancelled sends what it has spent, because it has no result', async (t) => {
  const { heartbeats, run, end, cancellation } = startStep(t);
  cancellation.abort();
  end.reject(new Error('stopped'));
  await assert.rejects(run, /cancelled/);
  assert.deepEqual(
    heartbeats.map(({ usage }) => usage),
    [spent],
  );
});
