import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { buildWorkflowBundle } from '../../../activities/worker/workflow-bundle.ts';
import { CLOUD_TASK_QUEUE } from '../../../domain/manifests/parse.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalCommand } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const page = articlePage('Page', 'It has words.');
let held: ServerResponse | null = null;
/** Reports that it is absent, and later that it is present. */
let isOpen = false;
let isMended = false;
const pages = await servePages({
  'page.html': page,
  'held.html': (_request, response) => {
    if (isMended) response.setHeader('Content-Type', 'text/html').end(page);
    else if (isOpen) response.writeHead(404).end();
    else held = response;
  },
});
const system = openSystem();
const api = await system.startApi();
const connection = await Connection.connect({ address: system.address });
after(() => connection.close());
const { workflow } = new Client({ connection, namespace: system.namespace });

test('the rate of a profile applies to its task queue, and the settings override it', async () => {
  const rate = async () => {
    const { effectiveRateLimit } = await connection.workflowService.describeTaskQueue({
      namespace: system.namespace,
      taskQueue: { name: CLOUD_TASK_QUEUE },
      taskQueueType: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    });
    return effectiveRateLimit?.requestsPerSecond;
  };
  const cloud = { WORKER_PROFILES: 'cloud' };
  const worker = await system.startWorker(cloud);
  await until('the profile’s own rate holds', async () => (await rate()) === 10 || undefined);
  await worker.stop();
  await system.startWorker({ ...cloud, WORKER_RATES: 'cloud=2.5' });
  await until('the rate of the settings holds', async () => (await rate()) === 2.5 || undefined);
});

test('a worker opens what its profiles need: deliveries need no object store', async () => {
  const worker = await system.startWorker({ WORKER_PROFILES: 'webhook', S3_ENDPOINT: 'http://127.0.0.1:9' });
  await worker.stop();
});

test('a job ends on the release that it started on, and the next one starts on the new release', async () => {
  const client = await api.client();
  const release = (buildId: string) => system.startWorker({ WORKER_BUILD_ID: buildId });
  const promote = (buildId: string) =>
    until(`${buildId} is current`, async () => {
      const version = ['--deployment-name', 'tidemill', '--build-id', buildId];
      const command = ['worker', 'deployment', 'set-current-version', ...version, '--yes'];
      return temporalCommand(system, ...command).then(
        () => true,
        () => undefined,
      );
    });
  const versionOf = async (jobId: string) => {
    const { versioningInfo } = (await workflow.getHandle(jobId).describe()).raw.workflowExecutionInfo ?? {};
    return [versioningInfo?.deploymentVersion?.buildId, versioningInfo?.behavior];
  };
  const { VERSIONING_BEHAVIOR_PINNED } = proto.temporal.api.enums.v1.VersioningBehavior;

  // Each release would make it.
  await buildWorkflowBundle('versioned', new DefaultLogger('WARN'));
  const first = await release('one');
  await promote('one');
  const early = await client.submitOne(pages.url('held.html'));
  await until('the page is asked for', async () => held ?? undefined);
  await release('two');
  await promote('two');
  const late = await client.submitOne(pages.url('page.html'));
  await client.waitFor(late, 'succeeded');
  isOpen = true;
  held?.writeHead(404).end();
  await client.waitFor(early, 'failed');
  assert.deepEqual(await versionOf(early), ['one', VERSIONING_BEHAVIOR_PINNED]);
  assert.deepEqual(await versionOf(late), ['two', VERSIONING_BEHAVIOR_PINNED]);

  await first.stop();
  isMended = true;
  await client.send('POST', `/v1/jobs/${early}/retry`);
  await client.waitFor(early, 'succeeded');
  assert.equal((await versionOf(early))[0], 'two', 'what is run on after a failure is run on by the new release');
});

test('runs on the server are replayed before a deploy, and those that fail to replay are reported', async () => {
  const replay = (...args: string[]) =>
    new Promise<{ readonly code: number | string | null | undefined; readonly output: string }>((resolve) => {
      const script = fileURLToPath(new URL('../../../activities/worker/replay.ts', import.meta.url));
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...system.env };
      execFile(process.execPath, [script, '--from-server', ...args], { env }, (error, stdout) => {
        resolve({ code: error ? error.code : 0, output: stdout });
      });
    });
  await until('the visibility store knows both jobs', async () => {
    const { count } = await workflow.count("ExecutionStatus = 'Completed'");
    return count >= 2 || undefined;
  });
  const good = await replay();
  assert.match(good.output, /^[2-9] replayed, 0 failed\n$/m);
  assert.equal(good.code, 0);
  assert.match((await replay('--limit', '1')).output, /^1 replayed, 0 failed\n$/m);

  await runOtherCode();
  const bad = await replay('--query', "WorkflowId = 'other-code'");
  assert.equal(bad.code, 1);
  assert.match(bad.output, /^✖ other-code \(run .*\n1 replayed, 1 failed\n$/ms);
});

/** A run with the name of one of the service's workflows and another history. */
async function runOtherCode(): Promise<void> {
  const logger = new DefaultLogger('ERROR');
  Runtime.install({ logger });
  const native = await NativeConnection.connect({ address: setting('TEMPORAL_ADDRESS') });
  try {
    const worker = await Worker.create({
      connection: native,
      namespace: system.namespace,
      taskQueue: 'other-code',
      workflowsPath: fileURLToPath(new URL('../../support/jobs/other-workflows.ts', import.meta.url)),
    });
    await worker.runUntil(
      workflow.execute('sweepStorage', {
        workflowId: 'other-code',
        taskQueue: 'other-code',
        args: [{ orphan_age_ms: 1 }],
        workflowExecutionTimeout: '1 minute',
      }),
    );
  } finally {
    await native.close();
  }
}
