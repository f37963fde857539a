import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventStream } from '../../support/service/event-stream.ts';
import type { StreamedEvent } from '../../support/service/event-stream.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';

const system = openSystem();
const pages = await servePages({ 'page.html': articlePage('Page', 'It has words.'), silence: () => undefined });
const api = await system.startApi();
const client = await api.client();

const open = (jobId: string, headers: Record<string, string> = {}) =>
  client.stream(`/v1/jobs/${jobId}/events`, { Accept: 'text/event-stream', ...headers });

async function all(response: Response): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of readEventStream(response)) events.push(event);
  return events;
}

test('listeners receive each event once, in order, from before a worker starts to the end', async () => {
  const jobId = await client.submitOne(pages.url('page.html'));
  const early = readEventStream(await open(jobId));
  assert.equal((await early.next()).value?.type, 'job.queued');
  await system.startWorker();
  const other = all(await open(jobId));
  const heard: StreamedEvent[] = [];
  for await (const event of early) heard.push(event);

  const listed = await client.events(jobId);
  assert.deepEqual(
    (await other).map(({ data }) => data),
    listed,
  );
  assert.deepEqual(
    heard.map(({ id, type }) => [id, type]),
    listed.slice(1).map(({ sequence, type }) => [sequence, type]),
  );
  assert.equal(heard.at(-1)?.type, 'job.succeeded');
});

test('a client that reconnects receives what it missed, even after the job has ended', async () => {
  const jobId = await client.submitOne(pages.url('silence'));
  await client.waitFor(jobId, 'running');
  const first = readEventStream(await open(jobId));
  const last = (await first.next()).value;
  await first.return(undefined);
  const rest = all(await open(jobId, { 'Last-Event-ID': String(last?.id) }));
  await temporalWorkflow(system, 'cancel', '--workflow-id', jobId);
  const ids = (await rest).map(({ id }) => id);
  const sequences = (await client.events(jobId)).map(({ sequence }) => sequence);
  assert.deepEqual(ids, sequences.slice(1));
  assert.deepEqual(
    (await all(await open(jobId, { 'Last-Event-ID': String(ids.at(-2)) }))).map(({ type }) => type),
    ['job.cancelled'],
  );
});

test('a client that has had the last event of an ended job is told not to come again', async () => {
  const jobId = await client.submitOne(pages.url('page.html'));
  const last = (await all(await open(jobId))).at(-1);
  const again = await open(jobId, { 'Last-Event-ID': String(last?.id) });
  assert.equal(again.status, 204);
  assert.equal(await again.text(), '');
});

test('an event stream is refused like any other request', async () => {
  const stranger = await api.client();
  const jobId = await client.submitOne(pages.url('page.html'));
  const response = await stranger.stream(`/v1/jobs/${jobId}/events`, { Accept: 'text/event-stream' });
  assert.equal(response.status, 404);
  await response.body?.cancel();
});
