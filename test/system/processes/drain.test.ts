import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { CLOUD_KEY, done, serveCloudParser } from '../../support/servers/cloud-parser.ts';
import type { Page } from '../../support/servers/page-server.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const CLOUD_JOBS = 94;
/** Jobs whose pages do not answer the first request. */
const FETCHING_JOBS = 6;

const names = (prefix: string, count: number) => Array.from({ length: count }, (_job, index) => `${prefix}-${index}`);
const documents = names('document', CLOUD_JOBS);
const slowPages = names('slow', FETCHING_JOBS);

const unanswered = new Map<string, ServerResponse>();
const document = (text: string): Page => {
  const bytes = makePdf([{ text: [{ x: 72, y: 90, text }] }]);
  return (_request, response) => response.setHeader('Content-Type', 'application/pdf').end(bytes);
};
const slowPage = (name: string): Page => {
  return (_request, response) => {
    if (!unanswered.has(name)) unanswered.set(name, response);
    else response.setHeader('Content-Type', 'text/html').end(articlePage(name, 'Now it answers.'));
  };
};
const pages = await servePages(
  Object.fromEntries([
    ...documents.map((name) => [name, document(name)]),
    ...slowPages.map((name) => [name, slowPage(name)]),
  ]),
);
const provider = await serveCloudParser();
provider.next = { ...done('# Read by the provider'), status: 'RUNNING' };

const system = openSystem({
  SECRET_LLAMA_CLOUD_API_KEY: CLOUD_KEY,
  CLOUD_PARSER_URL: provider.url,
  WORKER_RATES: 'cloud=1000',
  // Long enough that no step of the stopped worker times out before the test looks.
  HEARTBEAT_TIMEOUT_MS: '20000',
});
const PROFILES = { WORKER_PROFILES: 'default,parse,cloud', LOG_LEVEL: 'info' };
const [api, worker] = await Promise.all([system.startApi(), system.startWorker(PROFILES)]);

const { PENDING_ACTIVITY_STATE_SCHEDULED } = proto.temporal.api.enums.v1.PendingActivityState;
const connection = await Connection.connect({ address: system.address });
after(() => connection.close());
const { workflow } = new Client({ connection, namespace: system.namespace });

const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

function isAlive(pid: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test('a worker that shuts down during a hundred jobs loses none and repeats no finished step', async () => {
  const client = await api.client();
  const jobs: string[] = [];
  for (const name of documents) {
    jobs.push(await client.submitOne(pages.url(name), { engine_id: 'cloud_document_parser', scene: 'deep_web' }));
  }
  for (const name of slowPages) jobs.push(await client.submitOne(pages.url(name)));
  await until('all are running', async () => {
    const { body } = await client.send<{ items: object[] }>('GET', '/v1/jobs?state=running&limit=100');
    return body.items.length === jobs.length || undefined;
  });
  await until('the provider works', async () => provider.jobs.length >= 10 || undefined);

  const converters = childrenOf(worker.pid);
  assert.notEqual(converters.length, 0);
  worker.tell('SIGTERM');
  await until('it has heard', async () => worker.output().includes('"state":"DRAINING"') || undefined);
  assert.equal(await worker.stop(), 0, 'the second signal does not cut the draining off');
  assert.deepEqual(converters.filter(isAlive), []);
  for (const jobId of jobs) {
    const { pendingActivities } = (await workflow.getHandle(jobId).describe()).raw;
    const held = pendingActivities?.filter(({ state }) => state !== PENDING_ACTIVITY_STATE_SCHEDULED);
    assert.deepEqual(held, [], 'nothing is held by a worker that has left');
  }
  for (const job of provider.jobs) job.status = 'COMPLETED';
  provider.next = done('# Read by the provider');

  const replacement = await system.startWorker(PROFILES);
  for (const jobId of jobs) await client.waitFor(jobId, 'succeeded');
  await replacement.stop();

  assert.equal(provider.calls.filter((kind) => kind === 'upload').length, CLOUD_JOBS, 'each document is paid once');
  for (const name of documents) assert.equal(pages.requests.get(`/${name}`), 1, `${name} was fetched once`);
  for (const name of slowPages) assert.equal(pages.requests.get(`/${name}`), 2, `${name} was handed back`);
  let handedBack = 0;
  for (const jobId of jobs) {
    const { events } = await workflow.getHandle(jobId).fetchHistory();
    const steps = events?.flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
    );
    assert.deepEqual(steps, ['fetchSource', 'convert'], jobId);
    handedBack += (await client.events(jobId)).filter(({ message }) => message.includes('was handed back')).length;
  }
  assert.ok(handedBack >= FETCHING_JOBS + 1, `${handedBack} steps were handed back`);
});
