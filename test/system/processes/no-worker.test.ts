import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { PNG } from '../../support/documents/pictures.ts';
import { openSystem } from '../../support/service/system.ts';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly engine_id?: string;
  readonly task_queue?: string;
  readonly job_ids?: readonly string[];
  readonly waiting_on?: { readonly kind: string } | null;
}

/** A request that nobody can serve waits until the test gives up. */
const system = openSystem({ SYNC_DEADLINE_MS: '3600000' });
const CAPPED = { MAX_RUNNING_JOBS_PER_TENANT: '1', SYNC_DEADLINE_MS: '2500' };
const held: ServerResponse[] = [];
const pages = await servePages({
  'picture.png': (_request, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG),
  'held.html': (_request, response) => void held.push(response),
});
const [api, cappedApi] = await Promise.all([
  system.startApi(),
  system.startApi(CAPPED),
  system.startWorker({ MAX_RUNNING_JOBS_PER_TENANT: '1' }),
]);

test('a synchronous request of a picture is refused at once where no worker reads pictures, and starts no job', async () => {
  const client = await api.client();
  const { locator } = await client.upload(PNG, 'scan.png');
  for (const engine of [{}, { engine_id: 'document_ai_converter' }]) {
    const { status, body, headers } = await client.send<Problem>('POST', '/v1/parse/sync', {
      body: { sources: [locator], ...engine },
    });
    assert.deepEqual([status, body.code, body.engine_id], [503, 'no_worker', 'document_ai_converter']);
    assert.equal(
      body.detail,
      'No worker is running for document_ai_converter. Start a worker with `npm run worker -- --profile ' +
        'document-ai`, or submit a job, which waits for one.',
    );
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  const { body } = await client.send<{ items: unknown[] }>('GET', '/v1/jobs');
  assert.deepEqual(body.items, []);
});

test('a job of a picture is accepted with a warning, and waits', async () => {
  const client = await api.client();
  const { locator } = await client.upload(PNG, 'scan.png');
  const words = await client.upload(Buffer.from('Words.'), 'words.txt');
  const [picture, text] = await client.submit([locator, words.locator]);
  assert.deepEqual(
    picture?.warnings.map(({ code }) => code),
    ['no_worker'],
  );
  assert.match(picture?.warnings[0]?.message ?? '', /document_ai_converter .*--profile document-ai/);
  assert.deepEqual(text?.warnings, []);
  await client.waitUntil(picture?.job_id ?? '', 'waits', ({ state, waiting_on }) => {
    return state === 'queued' && waiting_on?.kind === 'worker';
  });
  const [cloud] = await client.submit([words.locator], { engine_id: 'cloud_document_parser' });
  assert.deepEqual(cloud?.warnings, []);
  const pdf = await client.upload(Buffer.from('%PDF-1.7\n'), 'a.pdf');
  const [paid] = await client.submit([pdf.locator], { engine_id: 'cloud_document_parser' });
  assert.deepEqual(
    paid?.warnings.map(({ code }) => code),
    ['credential_missing'],
  );
});

test('an address that turns out to be a picture is refused then, and its job is cancelled', async () => {
  const client = await api.client();
  const body = { sources: [pages.url('picture.png')] };
  const answer = await client.send<Problem>('POST', '/v1/parse/sync', { body });
  assert.deepEqual([answer.status, answer.body.code, answer.body.task_queue], [503, 'no_worker', 'document-ai']);
  assert.equal(answer.body.engine_id, 'document_ai_converter');
  assert.match(answer.body.detail, /^No worker is running for document_ai_converter\. Jobs .* were cancelled\. Start /);
  await client.waitFor(answer.body.job_ids?.[0] ?? '', 'cancelled');
});

test('a synchronous request that times out reports what its jobs wait for', async () => {
  const client = await cappedApi.client();
  const first = await client.submitOne(pages.url('held.html'));
  await client.waitFor(first, 'running');
  const { locator } = await client.upload(Buffer.from('Words.'), 'words.txt');
  const answer = await client.send<Problem>('POST', '/v1/parse/sync', { body: { sources: [locator] } });
  assert.deepEqual([answer.status, answer.body.waiting_on?.kind], [504, 'capacity']);
  held.splice(0).forEach((response) => response.end(articlePage('Held', 'It has words.')));
  await client.waitFor(answer.body.job_ids?.[0] ?? '', 'succeeded');
});
