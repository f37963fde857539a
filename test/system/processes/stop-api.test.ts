/** How an API process that shuts down answers waiting clients. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventStream } from '../../support/service/event-stream.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const system = await sharedSystem();
/** Opened when the API has stopped. */
const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
const pages = await servePages({
  'page.html': (_request, response) => {
    void gate.then(() => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(articlePage('Page', 'It has words.'));
    });
  },
});

test(
  'an event stream ends, a synchronous request returns its jobs, and the process exits cleanly, however many ' +
    'signals it gets',
  async () => {
    const api = await system.startApi();
    const client = await api.client();
    const jobId = await client.submitOne(pages.url('page.html'));
    const stream = readEventStream(await client.stream(`/v1/jobs/${jobId}/events`, { Accept: 'text/event-stream' }));
    assert.equal((await stream.next()).value?.type, 'job.queued');
    const sync = client.send<{ code: string; job_ids: string[] }>('POST', '/v1/parse/sync', {
      body: { sources: [pages.url('page.html')] },
    });
    await until('the synchronous job is there', async () => {
      const { body } = await client.send<{ items: unknown[] }>('GET', '/v1/jobs');
      return body.items.length === 2 || undefined;
    });

    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) api.process.tell(signal);
    assert.equal(await api.process.stop(), 0);
    for await (const { type } of stream) assert.notEqual(type, 'job.succeeded');
    const { status, body } = await sync;
    assert.deepEqual([status, body.code, body.job_ids.length], [504, 'sync_timeout', 1]);

    openGate();
    const next = await system.startApi();
    const later = await next.client({ tenant: client.tenant });
    for (const id of [jobId, ...body.job_ids]) await later.waitFor(id, 'succeeded');
  },
);
