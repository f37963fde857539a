import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Client } from '../../support/service/client.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';

const held: ServerResponse[] = [];
let isThere = true;
const pages = await servePages({
  'held.html': (_request, response) => void held.push(response),
  'late.html': (_request, response) => {
    if (isThere) response.end(articlePage('Late', 'It is there at last.'));
    else held.push(response);
  },
});
const system = await sharedSystem();
const { api } = system;

const FOREIGN = ['--input', '"x"', '--input-meta', 'encoding=binary/encrypted'];
const progress = (told: unknown): string[] => {
  return [
    '--input',
    JSON.stringify({ phase: 'progress', step: 'fetchSource', attempt: 1, error: null, progress: told }),
  ];
};

/** Signals, with arguments, that anybody with Temporal's command line can send to a job. */
const GARBAGE: readonly (readonly [name: string, ...rest: string[]])[] = [
  ['step'],
  ['step', '--input', 'null'],
  ['step', '--input', '"x"', '--input', '[1]'],
  ['step', '--input', '{"phase":"begun","step":"fetchSource","attempt":1,"error":null,"progress":null}'],
  ['step', '--input', '{"phase":"retrying","step":"fetchSource","attempt":1,"error":"x","progress":null}'],
  ['step', ...progress('x')],
  ['step', ...progress({ completed: -1, total: 'many', unit: 'pages', message: null })],
  ['step', ...FOREIGN],
  ['capacity', ...FOREIGN],
  ['nonsense', ...FOREIGN],
  ['pause', ...FOREIGN],
  ['resume', ...FOREIGN],
];

async function sendGarbage(jobId: string): Promise<void> {
  for (const [name, ...rest] of GARBAGE) {
    await temporalWorkflow(system, 'signal', '--workflow-id', jobId, '--name', name, ...rest);
  }
}

/** A job whose source is being fetched and never arrives. */
async function runningJob(client: Client, page: string): Promise<string> {
  const jobId = await client.submitOne(pages.url(page));
  await client.waitFor(jobId, 'running');
  return jobId;
}

test('signals that no step sends are dropped', async () => {
  const client = await api.client();
  const jobId = await runningJob(client, 'held.html');
  await sendGarbage(jobId);
  await client.waitUntil(jobId, 'has heard all', ({ state, waiting_on }) => state === 'running' && !waiting_on);
  held.splice(0).forEach((response) => response.end(articlePage('Held', 'It has words.')));
  const { progress: shown } = await client.waitFor(jobId, 'succeeded');
  assert.equal(shown, null);
  assert.deepEqual(
    (await client.events(jobId)).map(({ type }) => type),
    ['job.queued', 'job.started', 'job.paused', 'job.resumed', 'parse.engine_selected', 'job.succeeded'],
  );
});

test('a failed job that received them can be retried', async () => {
  isThere = false;
  const client = await api.client();
  const jobId = await runningJob(client, 'late.html');
  await sendGarbage(jobId);
  held.splice(0).forEach((response) => response.writeHead(404).end());
  await client.waitFor(jobId, 'failed');
  isThere = true;
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await client.waitFor(jobId, 'succeeded');
});
