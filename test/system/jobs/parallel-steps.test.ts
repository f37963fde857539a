import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { resetJob } from '../../../domain/jobs/reset.ts';
import type { Client, Event } from '../../support/service/client.ts';
import { sendBallast } from '../../support/service/ballast.ts';
import { gapless } from '../../support/jobs/jobs.ts';
import {
  heldPages,
  resultOf,
  startSideBySide,
  startSideWorker,
  waitForPending,
} from '../../support/side-by-side/index.ts';
import { openSystem } from '../../support/service/system.ts';
import { forget } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const system = openSystem();
const [api, first] = await Promise.all([system.startApi(), startSideWorker(system)]);
let worker = first;
const connection = await Connection.connect({ address: system.address });
after(() => connection.close());
const temporal = new TemporalClient({ connection, namespace: system.namespace });

const start = (client: Client, input: Parameters<typeof startSideBySide>[2]) => startSideBySide(system, client, input);
const types = (events: readonly Event[]): string[] => events.map(({ type }) => type);
const retries = (events: readonly Event[]) =>
  events
    .flatMap(({ type, data }) =>
      type === 'job.retrying' ? [`${String(data['activity_id'])} ${String(data['attempt'])}`] : [],
    )
    .toSorted();

test('three parallel steps have separate attempts and progress, and continue when their worker dies', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c') });
  assert.ok((await client.waitFor(jobId, 'running')).started_at);
  // The second pause is longer than anything in this test.
  await pages.answer('a', 503);
  await pages.answer('a', 503);
  const backsOff = await client.waitUntil(jobId, 'waits', ({ waiting_on }) => waiting_on !== null);
  assert.deepEqual([backsOff.waiting_on?.kind, backsOff.waiting_on?.count, backsOff.progress], ['retry', 1, null]);
  await pages.answer('a');
  await waitForPending(system, jobId, ['fetchPage:b', 'fetchPage:c']);

  await worker.kill();
  const waits = await client.waitUntil(jobId, 'misses it', ({ waiting_on }) => (waiting_on?.count ?? 0) === 2);
  assert.equal(waits.state, 'running');
  const { started_at } = waits;
  worker = await startSideWorker(system);
  await pages.answer('b');
  const alone = await client.waitUntil(jobId, 'is at its last step', ({ progress }) => progress !== null);
  assert.match(alone.progress?.message ?? '', /\/c$/);
  await pages.answer('c');
  const status = await client.waitFor(jobId, 'succeeded');
  assert.equal(status.started_at, started_at);
  assert.deepEqual(await resultOf(system, jobId), { answers: ['a', 'b', 'c'] });
  const events = await client.events(jobId);
  assert.deepEqual(retries(events), ['fetchPage:a 1', 'fetchPage:a 2', 'fetchPage:b 2', 'fetchPage:c 2']);
  assert.equal(types(events).filter((type) => type === 'job.started').length, 1);
  assert.deepEqual([pages.asked('a'), pages.asked('b'), pages.asked('c')], [3, 2, 2]);
});

test('a workflow that counts its steps sets the progress of the job', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c'), counts: true });
  await pages.answer('a');
  await pages.answer('b');
  const { progress } = await client.waitUntil(jobId, 'counts', (status) => status.progress?.completed === 2);
  assert.deepEqual(progress, { completed: 2, total: 3, unit: 'steps', message: null });
  await pages.answer('c');
  assert.equal((await client.waitFor(jobId, 'succeeded')).progress?.completed, 3);
});

test('no more steps run at once than allowed', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c'), parallel_steps: 2 });
  await until('two are asked for', async () => pages.waiting().length === 2 || undefined);
  await pages.answer('b');
  await until('the third is asked for', async () => pages.waiting().includes('c') || undefined);
  assert.deepEqual(pages.waiting(), ['a', 'c']);
  await pages.answer('a');
  await pages.answer('c');
  await client.waitFor(jobId, 'succeeded');
});

const ENDS: readonly (readonly [name: string, status: number])[][] = [
  [
    ['a', 200],
    ['b', 200],
    ['c', 404],
  ],
  [
    ['c', 404],
    ['a', 200],
    ['b', 200],
  ],
];
for (const ends of ENDS) {
  const order = ends.map(([name]) => name).join(', ');
  test(`a retry runs the failed step alone, when the steps ended in the order ${order}`, async () => {
    const pages = await heldPages(['a', 'b', 'c']);
    const client = await api.client();
    const jobId = await start(client, { urls: pages.urls('a', 'b', 'c') });
    const pending = ['fetchPage:a', 'fetchPage:b', 'fetchPage:c'];
    for (const [name, status] of ends) {
      await pages.answer(name, status);
      pending.splice(pending.indexOf(`fetchPage:${name}`), 1);
      await waitForPending(system, jobId, pending);
    }
    const failed = await client.waitFor(jobId, 'failed');
    assert.equal(failed.error?.code, 'not_found');
    const before = await client.events(jobId);

    assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
    await pages.answer('c', 404);
    await client.waitUntil(jobId, 'fails again', ({ workflow, state }) => {
      return state === 'failed' && workflow.run_id !== failed.workflow.run_id;
    });
    assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
    await pages.answer('c');
    const { usage } = await client.waitFor(jobId, 'succeeded');
    assert.deepEqual(usage, [{ source: 'web', unit: 'calls', amount: 3 }]);
    assert.deepEqual(await resultOf(system, jobId), { answers: ['a', 'b', 'c'] });
    assert.deepEqual([pages.asked('a'), pages.asked('b'), pages.asked('c')], [1, 1, 3]);
    const events = await client.events(jobId);
    assert.deepEqual(events.slice(0, before.length), before);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      gapless(events),
    );
  });
}

test('a retry repeats no finished step of chains side by side, whichever ends first', async () => {
  const pages = await heldPages(['a', 'b', 'c', 'a2', 'b2', 'c2']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c'), chained: pages.urls('a2', 'b2', 'c2') });
  await pages.answer('c');
  await pages.answer('c2', 404);
  for (const name of ['b', 'b2', 'a', 'a2']) await pages.answer(name);
  await client.waitFor(jobId, 'failed');

  // The finished steps are asked for again all at once: their chains go on in an order of their own.
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await pages.answer('c2');
  const { usage } = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(usage, [{ source: 'web', unit: 'calls', amount: 6 }]);
  const asked = ['a', 'b', 'c', 'a2', 'b2', 'c2'].map((name) => pages.asked(name));
  assert.deepEqual(asked, [1, 1, 1, 1, 1, 2]);
});

test('a step that fails the job at once ends those beside it, and a retry runs all that did not finish', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c'), fails_at_once: true });
  await pages.answer('a');
  await waitForPending(system, jobId, ['fetchPage:b', 'fetchPage:c']);
  await pages.answer('c', 404);
  assert.equal((await client.waitFor(jobId, 'failed')).error?.code, 'not_found');
  await until('nobody waits', async () => pages.waiting().length === 0 || undefined);

  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await pages.answer('b');
  await pages.answer('c');
  await client.waitFor(jobId, 'succeeded');
  assert.deepEqual([pages.asked('a'), pages.asked('b'), pages.asked('c')], [1, 2, 2]);
});

test('a cancellation ends all steps', async () => {
  const pages = await heldPages(['a', 'b', 'c', 'd']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c', 'd'), parallel_steps: 3 });
  await until('three are asked for', async () => pages.waiting().length === 3 || undefined);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  await until('nobody waits', async () => pages.waiting().length === 0 || undefined);
  assert.equal(pages.asked('d'), 0);
});

test('a cancelled job that is reset runs only the steps that had not finished', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c') });
  await pages.answer('a');
  await waitForPending(system, jobId, ['fetchPage:b', 'fetchPage:c']);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  await until('nobody waits', async () => pages.waiting().length === 0 || undefined);

  const { workflow } = temporal;
  await resetJob(workflow, await workflow.getHandle(jobId).describe(), 'It was cancelled by mistake.', randomUUID());
  await pages.answer('b');
  await pages.answer('c');
  const { usage } = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual([pages.asked('a'), pages.asked('b'), pages.asked('c')], [1, 2, 2]);
  assert.deepEqual(usage, [{ source: 'web', unit: 'calls', amount: 3 }]);
  assert.deepEqual(await resultOf(system, jobId), { answers: ['a', 'b', 'c'] });
});

test('a pause stops all steps and starts none', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const jobId = await start(client, { urls: pages.urls('a', 'b', 'c'), parallel_steps: 2 });
  await until('two are asked for', async () => pages.waiting().length === 2 || undefined);
  await client.send('POST', `/v1/jobs/${jobId}/pause`);
  await until('nobody waits', async () => pages.waiting().length === 0 || undefined);
  const paused = await client.waitUntil(jobId, 'is paused', ({ waiting_on }) => waiting_on?.kind === 'paused');
  assert.equal(paused.waiting_on?.count, 1);
  assert.deepEqual([pages.asked('a'), pages.asked('b'), pages.asked('c')], [1, 1, 0]);
  await client.send('POST', `/v1/jobs/${jobId}/resume`);
  for (const name of ['a', 'b', 'c']) await pages.answer(name);
  await client.waitFor(jobId, 'succeeded');
});

test('a job that continues as new keeps its events, start and progress, and its record has them', async () => {
  const pages = await heldPages(['a', 'b', 'c']);
  const client = await api.client();
  const input = { urls: pages.urls('a', 'b'), later: pages.urls('c'), counts: true };
  const jobId = await start(client, input);
  await until(
    'its start is an event',
    async () => types(await client.events(jobId)).includes('job.started') || undefined,
  );
  const before = await client.status(jobId);
  await sendBallast(system, jobId);
  await pages.answer('a');
  await pages.answer('b');
  const continued = await client.waitUntil(jobId, 'continues', (status) => {
    return status.workflow.run_id !== before.workflow.run_id;
  });
  assert.deepEqual([continued.state, continued.started_at], ['running', before.started_at]);
  assert.deepEqual(continued.progress, { completed: 2, total: 2, unit: 'steps', message: null });
  const stream = await client.stream(`/v1/jobs/${jobId}/events`, { Accept: 'text/event-stream' });
  await pages.answer('c');
  const status = await client.waitFor(jobId, 'succeeded');
  assert.equal(status.started_at, before.started_at);

  const events = await client.events(jobId);
  assert.deepEqual(types(events), ['job.queued', 'job.started', ...Array(3).fill('job.progress'), 'job.succeeded']);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    gapless(events),
  );
  assert.deepEqual(
    new Set(events.map(({ run_id }) => run_id)),
    new Set([before.workflow.run_id, status.workflow.run_id]),
  );
  const streamed = (await stream.text()).split('\n').flatMap((line) => {
    return line.startsWith('data: ') ? [JSON.parse(line.slice('data: '.length)) as Event] : [];
  });
  assert.deepEqual(streamed, events);
  const listed = await client.send<{ items: { job_id: string }[] }>('GET', '/v1/jobs');
  assert.deepEqual(
    listed.body.items.map(({ job_id }) => job_id),
    [jobId],
  );

  await forget(system, [jobId]);
  assert.deepEqual(await client.events(jobId), events);
  assert.deepEqual((await client.status(jobId)).progress, status.progress);
});

test('a job that emits many events at once at its end has the same events in its record', async () => {
  const client = await api.client();
  const jobId = await start(client, { urls: [], last_events: 100 });
  await client.waitFor(jobId, 'succeeded');
  const events = await client.events(jobId);
  const counted = events.flatMap(({ type, data }) => (type === 'job.progress' ? [data['completed']] : []));
  assert.deepEqual(
    counted,
    Array.from({ length: 100 }, (_event, index) => index + 1),
  );
  await forget(system, [jobId]);
  assert.deepEqual(await client.events(jobId), events);
});
