/** Runs each command of docs/operations.md against the service, and checks what the API shows afterwards. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import { ensureSchedules } from '../../../temporal-config/schedules.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { showHistory, temporalExecutable } from '../../support/service/temporal-cli.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { until } from '../../support/until.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tidemill-operations-'));
after(() => rmSync(folder, { recursive: true }));
symlinkSync(await temporalExecutable(), join(folder, 'temporal'));

/** The commands below each heading of the section about Temporal's tools. */
const [, twins = ''] = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8').split(
  '\n## The same acts',
);
const sections = new Map(
  twins
    .split('\n### ')
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section.match(/^temporal .*$/gm) ?? []]),
);

const system = openSystem();
/** The pages' response to every request. */
const answers = new Map<string, 'missing' | 'broken'>();
const pages = await servePages(
  Object.fromEntries(
    ['fine', 'late', 'retried', 'all', 'again'].map((name) => [
      name,
      (_request, response) => {
        const answer = answers.get(name);
        if (answer) response.writeHead(answer === 'missing' ? 404 : 503).end();
        else response.end(articlePage(name, 'It is there.'));
      },
    ]),
  ),
);
const silent = await servePages({ page: () => undefined });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();

/** Runs a command exactly as in the document, in a shell with the variables that it names. */
async function operate(command = '', names: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    TEMPORAL_ADDRESS: system.address,
    TEMPORAL_NAMESPACE: system.namespace,
    TENANT: client.tenant,
    ...names,
  };
  const { stdout } = await run('sh', ['-euc', command], { env, timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
  return stdout;
}

/** Tests all commands below a heading. */
function section(name: string, count: number, work: (commands: readonly string[]) => Promise<void>): void {
  test(name, async () => {
    const commands = sections.get(name) ?? [];
    assert.equal(commands.length, count, `the commands of "${name}"`);
    await work(commands);
  });
}

async function startSilent(): Promise<string> {
  const jobId = await client.submitOne(silent.url('page'));
  await client.waitFor(jobId, 'running');
  return jobId;
}

/** The job's ID, once the visibility store shows its state. */
function listed(jobId: string, query: string): Promise<string> {
  return until(`${jobId} is listed`, async () => {
    const text = await operate(`temporal workflow list --query "WorkflowId = '${jobId}' AND ${query}"`);
    return text.includes(jobId) ? jobId : undefined;
  });
}

async function activityOf(jobId: string): Promise<string> {
  const text = await operate(`temporal workflow describe --workflow-id ${jobId} --output json`);
  const { pendingActivities } = JSON.parse(text) as { pendingActivities: { activityId: string }[] };
  return pendingActivities[0]?.activityId ?? assert.fail('nothing is pending');
}

/** What a step has reported, as `workflow describe` shows it. */
/** The heartbeat that Temporal shows, ignoring its time. */
const heartbeatIn = (text: string): string | undefined =>
  /LastHeartbeatDetails +(\[.*\])/.exec(text)?.[1]?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'TIME');
const isPaused = ({ waiting_on }: JobStatusDetail): boolean => waiting_on?.kind === 'paused';
const isAtWork = ({ waiting_on }: JobStatusDetail): boolean => waiting_on === null;

section('Look', 6, async ([list, count, describe, show, stack, queue]) => {
  const jobId = await listed(await startSilent(), "JobState = 'running'");
  const names = { JOB: jobId };
  assert.ok((await operate(list)).includes(jobId));
  assert.match(await operate(count), /^Total: 0/);
  const beating = await until('its step has told something', async () => {
    const text = await operate(describe, names);
    return text.includes('LastHeartbeatDetails') ? text : undefined;
  });
  assert.match(beating, /Pending Activities: 1[^]*Type +fetchSource\n +State +Started/);
  assert.equal(heartbeatIn(twins), heartbeatIn(beating), 'the sample is what Temporal shows');
  assert.match(await operate(show, names), /ActivityTaskScheduled/);
  assert.match(await operate(stack, names), /fetchSource/);
  assert.match(await operate(queue), /Pollers:\n[^]*activity +\d+@/);
  await operate(`temporal workflow cancel --workflow-id ${jobId}`);
});

section('Cancel, terminate', 5, async ([cancel, cancelAll, batches, batch, terminate]) => {
  const [one, two, three] = await Promise.all([startSilent(), startSilent(), startSilent()]);
  await operate(cancel, { JOB: one });
  await client.waitFor(one, 'cancelled');

  await operate(terminate, { JOB: two });
  const { error } = await client.waitFor(two, 'failed');
  assert.deepEqual([error?.code, error?.message], ['terminated', 'The job was terminated: out of patience']);

  await listed(three, "JobState = 'running'");
  const [, OPERATION = ''] = /job ID: (\S+)/.exec(await operate(cancelAll)) ?? assert.fail();
  await client.waitFor(three, 'cancelled');
  assert.match(await operate(batches), new RegExp(OPERATION));
  assert.match(await operate(batch, { OPERATION }), /Type +CancelWorkflow/);
});

section('Retry', 3, async ([fromStep, fromStart, all]) => {
  for (const name of ['retried', 'again', 'all']) answers.set(name, 'missing');
  const submitted = ['retried', 'again', 'all'].map((name) => client.submitOne(pages.url(name)));
  const [one = '', two = '', three = ''] = await Promise.all(submitted);
  for (const jobId of [one, two, three]) await client.waitFor(jobId, 'failed');
  answers.clear();

  const { events } = JSON.parse(await showHistory(system, one)) as {
    events: { activityTaskScheduledEventAttributes?: { workflowTaskCompletedEventId: string } }[];
  };
  const scheduled = events.find(({ activityTaskScheduledEventAttributes: step }) => step !== undefined);
  const EVENT = scheduled?.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId ?? assert.fail();
  await operate(fromStep, { JOB: one, EVENT });
  await operate(fromStart, { JOB: two });
  const isSuccess = ({ state }: JobStatusDetail): boolean => state === 'succeeded';
  for (const jobId of [one, two]) await client.waitUntil(jobId, 'succeeded', isSuccess);
  assert.match((await client.events(one)).map(({ message }) => message).join('\n'), /the site is back/);

  await listed(three, "ExecutionStatus = 'Failed'");
  await operate(all);
  await until(`${three} succeeded`, async () => isSuccess(await client.status(three)) || undefined);
});

section('Pause', 6, async ([pause, resume, pauseStep, unpauseStep, resetStep, change]) => {
  const JOB = await startSilent();
  await operate(pause, { JOB });
  await operate(resume, { JOB });
  const told = ['job.paused', 'job.resumed'];
  await until('both are told', async () => {
    const types = (await client.events(JOB)).map(({ type }) => type);
    return told.every((type) => types.some((other) => other === type)) || undefined;
  });

  const names = { JOB, ACTIVITY: await activityOf(JOB) };
  await operate(pauseStep, names);
  await client.waitUntil(JOB, 'is paused', isPaused);
  await operate(unpauseStep, names);
  await client.waitUntil(JOB, 'is at work', isAtWork);
  await operate(pauseStep, names);
  await client.waitUntil(JOB, 'is paused again', isPaused);
  assert.equal((await client.send('POST', `/v1/jobs/${JOB}/resume`)).status, 202);
  await client.waitUntil(JOB, 'is at work again', isAtWork);
  await client.send('POST', `/v1/jobs/${JOB}/cancel`);

  answers.set('late', 'broken');
  const late = { JOB: await client.submitOne(pages.url('late')), ACTIVITY: '' };
  await client.waitUntil(late.JOB, 'backs off', ({ waiting_on }) => (waiting_on?.attempt ?? 0) > 2);
  late.ACTIVITY = await activityOf(late.JOB);
  assert.match(await operate(change, late), /MaximumAttempts +5/);
  answers.clear();
  await operate(resetStep, late);
  await client.waitFor(late.JOB, 'succeeded');
});

section('Schedules', 4, async ([list, trigger, pause, unpause]) => {
  const connection = await Connection.connect({ address: system.address });
  const temporal = new TemporalClient({ connection, namespace: system.namespace });
  after(() => connection.close());
  await ensureSchedules(temporal);
  const describe = () => temporal.schedule.getHandle('storage-sweep').describe();
  await until('the schedule is listed', async () => (await operate(list)).includes('storage-sweep') || undefined);
  await operate(trigger);
  await until('it ran', async () => (await describe()).info.numActionsTaken > 0 || undefined);
  await operate(pause);
  assert.equal((await describe()).state.paused, true);
  await operate(unpause);
  assert.equal((await describe()).state.paused, false);
});

section('Webhooks', 3, async ([list, deliver, again]) => {
  const receiver = await openReceiver({
    hook: (response, earlier) => response.writeHead(earlier === 0 ? 500 : 204).end(),
  });
  const webhook = { url: receiver.url('hook'), event_types: ['job.succeeded'] };
  const JOB = await client.submitOne(pages.url('fine'), { webhook });
  await client.waitFor(JOB, 'succeeded');
  const [first] = await receiver.waitFor('hook', 1);
  const WEBHOOK = first?.headers['webhook-id'] ?? assert.fail();
  await until('the delivery is listed', async () => (await operate(list, { JOB })).includes(WEBHOOK) || undefined);
  await operate(deliver, { WEBHOOK });
  await receiver.waitFor('hook', 2);
  await until(
    'it is delivered',
    async () => (await client.events(JOB)).some(({ type }) => type === 'webhook.delivered') || undefined,
  );
  await until('the delivery has ended', async () => {
    const text = await operate(`temporal workflow describe --workflow-id ${WEBHOOK} --output json`);
    return text.includes('WORKFLOW_EXECUTION_STATUS_COMPLETED') || undefined;
  });
  await operate(again, { WEBHOOK });
  const received = await receiver.waitFor('hook', 3);
  assert.deepEqual(new Set(received.map(({ headers }) => headers['webhook-id'])), new Set([WEBHOOK]));
});

test('every command of the document is run', () => {
  const tested = ['Look', 'Cancel, terminate', 'Retry', 'Pause', 'Schedules', 'Webhooks'];
  const others = [...sections].filter(([name, commands]) => commands.length > 0 && !tested.includes(name));
  assert.deepEqual(others, []);
});
