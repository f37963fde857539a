/**
 * Records the histories that replay.test.ts replays, from real runs: `npm test test/workflows/record-histories.ts`. To
 * be run when a workflow was changed in a way that old histories need not bear, which no release may do without a
 * patch.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { sendBallast, withoutBallast } from '../support/service/ballast.ts';
import { articlePage, servePages } from '../support/servers/page-server.ts';
import type { Page } from '../support/servers/page-server.ts';
import { startLoadServer } from '../support/evaluation/load-server.ts';
import { makePdf } from '../support/documents/pdf.ts';
import { makeZip } from '../support/documents/zip.ts';
import { writeQuestions } from '../support/servers/question-writer.ts';
import { jsonReply, modelSettings, plainReply, serveModel } from '../support/servers/scripted-model.ts';
import { openSystem } from '../support/service/system.ts';
import { showHistory, temporalWorkflow } from '../support/service/temporal-cli.ts';
import { until } from '../support/until.ts';
import { openReceiver } from '../support/servers/webhook-receiver.ts';
import { complete, openUpload, putWhole, readUpload } from '../support/service/uploads.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = fileURLToPath(new URL('histories', import.meta.url));
const CAPPED = { MAX_RUNNING_JOBS_PER_TENANT: '1' };
/** Vectors and questions wait for it. */
let mayGo: Promise<void> = Promise.resolve();
const model = await serveModel((call) => {
  const name = call.body.response_format?.json_schema.name ?? '';
  if (name.startsWith('questions_')) return { ...writeQuestions(call), after: mayGo };
  if (name === 'community') return jsonReply({ title: 'Mills', sentences: [] });
  if (call.body.messages !== undefined) return jsonReply({ entities: [], relations: [] });
  return { ...plainReply(call), after: mayGo };
});
const system = openSystem({
  ...modelSettings('vectors', model, { DIMENSIONS: '8', KIND: 'embedding' }),
  ...modelSettings('others', model, { DIMENSIONS: '8', KIND: 'embedding' }),
  ...modelSettings('main', model),
  EMBED_MODEL: 'vectors',
  UPLOAD_SYNC_VERIFY_BYTES: '0',
  WEBHOOK_RETRY_DELAYS_MS: '10,10',
  CREDENTIAL_WAIT_MS: '10',
});
let isThere = false;
const held: ServerResponse[] = [];
let isOpen = false;
const page = articlePage('Page', 'It has words.');
/** Lets the pages go that are asked for, now and later. */
function open(): void {
  isOpen = true;
  for (const response of held.splice(0)) response.setHeader('Content-Type', 'text/html').end(page);
}
/** One file more than a job works on at once. */
const archive = makeZip(Object.fromEntries(Array.from({ length: 9 }, (_file, at) => [`${at}.txt`, `Mill ${at}.`])));
let archiveMayGo: Promise<void> = Promise.resolve();
const pages = await servePages({
  'page.html': page,
  'held.html': (_request, response) => {
    held.push(response);
    if (isOpen) open();
  },
  'empty.html': '<!doctype html><title>Links</title><nav><a href="/">Home</a></nav>',
  silence: () => undefined,
  'mills.zip': (_request, response) => {
    const send = () => response.setHeader('Content-Type', 'application/zip').end(archive);
    void archiveMayGo.then(send);
  },
  'late.html': (_request, response) => {
    if (isThere) response.end(articlePage('Late', 'Better late than never.'));
    else response.writeHead(404).end();
  },
});
/** The time that a step has in which the pages of a chain, each a link to the next, take two stretches of a crawl. */
const HASTY = { STEP_TIMEOUT_MS: '6000' };
const chain = await servePages(
  Object.fromEntries(
    [1, 2, 3, 4].map((number): [string, Page] => [
      `${number}.html`,
      (_request, response) => {
        const link = `<a href="${number + 1}.html">Next</a>`;
        const text = articlePage(`Page ${number}`, `It has words and a link: ${link}`);
        setTimeout(() => response.setHeader('Content-Type', 'text/html').end(text), 1000);
      },
    ]),
  ),
);
const receiver = await openReceiver({
  hook: (response, earlier) => response.writeHead(earlier < 1 ? 500 : 204).end(),
  broken: (response) => response.writeHead(500).end(),
});
const [api, worker] = await Promise.all([
  system.startApi(),
  system.startWorker(CAPPED),
  system.startWorker({ WORKER_PROFILES: 'cloud' }),
]);
const client = await api.client({ tenant: 'recorder' });

/** The history of the workflow's current run, or of the given one, without details of the machine that recorded it. */
async function record(name: string, workflowId: string, runId?: string): Promise<void> {
  const history = await showHistory(system, workflowId, runId);
  const told = withoutBallast(history).replaceAll(root, '/app/').replaceAll(`@${hostname()}`, '@host');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.json`), told);
}

test('succeeded', async () => {
  const jobId = await client.submitOne(pages.url('page.html'));
  await client.waitFor(jobId, 'succeeded');
  await record('succeeded', jobId);
});

test('batch', async () => {
  const batch = await client.expect<{ batch_id: string; jobs: readonly { job_id: string }[] }>(
    202,
    'POST',
    '/v1/parse/jobs',
    {
      body: {
        sources: [pages.url('page.html'), pages.url('silence')],
        webhook: { url: receiver.url('batch'), event_types: ['batch.completed'] },
      },
    },
  );
  const [, silent] = batch.jobs;
  assert.ok(silent);
  await client.waitFor(silent.job_id, 'running');
  // It has looked before, and pauses.
  const hasLooked = async (): Promise<boolean> => (await showHistory(system, batch.batch_id)).includes('TIMER_STARTED');
  await until('it pauses', async () => (await hasLooked()) || undefined);
  await temporalWorkflow(system, 'cancel', '--workflow-id', silent.job_id);
  await receiver.waitFor('batch', 1);
  await record('watchBatch', batch.batch_id);
});

test('parseJob of the files of an archive, and one that continued as new', async () => {
  const body = { options: { archive: 'documents' } };
  const whole = await client.submitOne(pages.url('mills.zip'), body);
  await client.waitFor(whole, 'succeeded');
  await record('archive', whole);

  const { promise, resolve } = Promise.withResolvers<void>();
  archiveMayGo = promise;
  const jobId = await client.submitOne(pages.url('mills.zip'), body);
  const first = await client.waitFor(jobId, 'running');
  await sendBallast(system, jobId);
  resolve();
  const last = await client.waitFor(jobId, 'succeeded');
  assert.notEqual(last.workflow.run_id, first.workflow.run_id);
  await record('archiveContinued', jobId, first.workflow.run_id);
  await record('archiveContinues', jobId);
});

test('fallback', async () => {
  const jobId = await client.submitOne(pages.url('empty.html'));
  await client.waitFor(jobId, 'succeeded');
  await record('fallback', jobId);
});

test('cancelled', async () => {
  const jobId = await client.submitOne(pages.url('silence'));
  await client.waitFor(jobId, 'running');
  await temporalWorkflow(system, 'cancel', '--workflow-id', jobId);
  await client.waitFor(jobId, 'cancelled');
  await record('cancelled', jobId);
});

test('failed, then retried', async () => {
  const jobId = await client.submitOne(pages.url('late.html'));
  await client.waitFor(jobId, 'failed');
  await record('failed', jobId);
  isThere = true;
  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  await client.waitFor(jobId, 'succeeded');
  await record('retried', jobId);
});

test('crawl', async () => {
  const crawl = { max_pages: 2, sitemaps: false };
  const jobId = await client.submitOne(pages.url('page.html'), { engine_id: 'web_crawler', options: { crawl } });
  await client.waitFor(jobId, 'succeeded');
  await record('crawl', jobId);
});

test('crawl that continued as new', async () => {
  const crawl = { max_pages: 9, sitemaps: false };
  const hasty = await (await system.startApi(HASTY)).client({ tenant: 'hasty' });
  const jobId = await hasty.submitOne(chain.url('1.html'), { engine_id: 'web_crawler', options: { crawl } });
  const first = await hasty.waitFor(jobId, 'running');
  await sendBallast(system, jobId);
  const last = await hasty.waitFor(jobId, 'succeeded');
  assert.notEqual(last.workflow.run_id, first.workflow.run_id);
  await record('continued', jobId, first.workflow.run_id);
  await record('continues', jobId);
});

test('waited in vain for a credential', async () => {
  const { locator } = await client.upload(makePdf([{ text: [{ x: 72, y: 90, text: 'Words' }] }]), 'words.pdf');
  const jobId = await client.submitOne(locator, { engine_id: 'cloud_document_parser', scene: 'deep_web' });
  await client.waitFor(jobId, 'failed');
  await record('credential', jobId);
});

test('paused, then reported by webhook', async () => {
  const webhook = { url: receiver.url('hook'), event_types: ['job.succeeded'] };
  const jobId = await client.submitOne(pages.url('page.html'), { webhook });
  await client.send('POST', `/v1/jobs/${jobId}/pause`);
  await client.send('POST', `/v1/jobs/${jobId}/resume`);
  const [, second] = await receiver.waitFor('hook', 2);
  const webhookId = second?.headers['webhook-id'] ?? '';
  await until('the delivery is reported', async () =>
    (await client.events(jobId)).some(({ type }) => type === 'webhook.delivered') ? true : undefined,
  );
  await record('webhook', jobId);
  await temporalWorkflow(system, 'result', '--workflow-id', webhookId);
  await record('deliverWebhook', webhookId);
});

test('a webhook that nobody takes', async () => {
  const webhook = { url: receiver.url('broken'), event_types: ['job.succeeded'] };
  const jobId = await client.submitOne(pages.url('page.html'), { webhook });
  const [first] = await receiver.waitFor('broken', 1);
  const webhookId = first?.headers['webhook-id'] ?? '';
  await client.waitFor(jobId, 'succeeded');
  await temporalWorkflow(system, 'result', '--workflow-id', webhookId);
  await record('gaveUp', webhookId);
});

test('given another priority, then handed back', async () => {
  const jobId = await client.submitOne(pages.url('held.html'));
  await client.waitFor(jobId, 'running');
  await client.send('PATCH', `/v1/jobs/${jobId}`, { body: { priority: 9 } });
  await worker.stop();
  await system.startWorker(CAPPED);
  open();
  await client.waitFor(jobId, 'succeeded');
  await record('handedBack', jobId);
});

test('waited for a slot', async () => {
  isOpen = false;
  const capped = await (await system.startApi(CAPPED)).client({ tenant: 'capped' });
  const first = await capped.submitOne(pages.url('held.html'));
  await capped.waitFor(first, 'running');
  const second = await capped.submitOne(pages.url('page.html'));
  await capped.waitUntil(second, 'waits', ({ waiting_on }) => waiting_on?.kind === 'capacity');
  open();
  await capped.waitFor(second, 'succeeded');
  await record('capacity', second);
  await temporalWorkflow(system, 'result', '--workflow-id', 'capacity capped');
  await record('watchCapacity', 'capacity capped');
});

test('verifyUpload', async () => {
  const session = await openUpload(client, { filename: 'gate.txt' });
  const { upload_id } = session;
  await putWhole(session, Buffer.from('The gate closes at high water.'));
  await complete(client, upload_id);
  await until(`${upload_id} is completed`, async () => {
    const { state } = await readUpload(client, upload_id);
    return state === 'completed' ? true : undefined;
  });
  await record('verifyUpload', upload_id);
});

async function newDataset(dataset_key: string): Promise<string> {
  const body = { dataset_key, display_name: dataset_key };
  const { dataset_id } = await client.expect<{ dataset_id: string }>(201, 'POST', '/v1/knowledge/datasets', { body });
  return dataset_id;
}

async function submit(method: string, path: string, body?: object): Promise<string> {
  const { job_id } = await client.expect<{ job_id: string }>(202, method, `/v1/knowledge/${path}`, { body });
  return job_id;
}

test(
  'addJob, cognifyDryRun, cognifyJob, memifyJob, extraction, embedDatasetJob, deleteDocumentsJob, ' +
    'deleteDatasetJob',
  async () => {
    const dataset_id = await newDataset('recorded');
    const run = async (workflow: string, method: string, path: string, body?: object): Promise<void> => {
      const jobId = await submit(method, path, body);
      await client.waitFor(jobId, 'succeeded');
      await record(workflow, jobId);
    };
    const inputs = [
      {
        input_type: 'text',
        text: 'Ada Lovelace was a friend of Mary Somerville.',
        label: 'Ada Lovelace',
        node_set: ['lives'],
      },
      { input_type: 'uri', uri: pages.url('page.html') },
      { input_type: 'uri', uri: pages.url('missing.html') },
    ];
    await run('addJob', 'POST', 'add/jobs', { dataset_id, inputs });
    await run('cognifyDryRun', 'POST', 'cognify/jobs', { dataset_id, dry_run: true });
    await run('cognifyJob', 'POST', 'cognify/jobs', { dataset_id, extractor: 'rules' });
    // Before a model is asked, which finds no facts: there would be none to embed.
    await run('memifyJob', 'POST', 'memify/jobs', { dataset_id, pipeline: 'triplet_embeddings' });
    await run('extraction', 'POST', 'cognify/jobs', { dataset_id });
    await run('embedDatasetJob', 'POST', `datasets/${dataset_id}/embedding/jobs`, { model: 'others' });
    await run('deleteDocumentsJob', 'DELETE', `datasets/${dataset_id}/documents?node_set=lives`);
    await run('deleteDatasetJob', 'DELETE', `datasets/${dataset_id}`);
  },
);

test('memifyJob of communities, which a model describes, and of names', async () => {
  const dataset_id = await newDataset('grouped');
  const text = 'Ruth Hallam owns the tide mill of Eling. Ruth Hallam ordered the wheels of Eling from Sallow Quay.';
  const run = async (path: string, body: object): Promise<string> => {
    const jobId = await submit('POST', `${path}/jobs`, { dataset_id, ...body });
    await client.waitFor(jobId, 'succeeded');
    return jobId;
  };
  await run('add', { inputs: [{ input_type: 'text', text, label: 'Eling' }] });
  await run('cognify', { extractor: 'rules' });
  await record('memifyCommunities', await run('memify', { pipeline: 'communities' }));
  await record('memifyConsolidation', await run('memify', { pipeline: 'consolidate_entities' }));
});

test('addJob, cognifyJob, memifyJob and embedDatasetJob that continued as new', async () => {
  const dataset_id = await newDataset('continued');
  /** Runs a job whose history becomes long while it waits until `letGo` is called. */
  const run = async (kind: string, path: string, body: object, letGo: () => void): Promise<void> => {
    const jobId = await submit('POST', path, body);
    const first = await client.waitFor(jobId, 'running');
    await sendBallast(system, jobId);
    letGo();
    const last = await client.waitFor(jobId, 'succeeded');
    assert.notEqual(last.workflow.run_id, first.workflow.run_id);
    await record(`${kind}Continued`, jobId, first.workflow.run_id);
    await record(`${kind}Continues`, jobId);
  };
  const holdModel = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayGo = promise;
    return resolve;
  };
  isOpen = false;
  // One more than an Add job works on at once.
  const uris = Array.from({ length: 9 }, (_input, at) => ({ input_type: 'uri', uri: pages.url(`held.html?${at}`) }));
  // Not a text of another job: finished calls of models are not repeated.
  const text = { input_type: 'text', text: 'Charles Babbage was a friend of Ada Lovelace.', label: 'Charles Babbage' };
  await run('add', 'add/jobs', { dataset_id, inputs: [text, ...uris] }, open);
  await run('cognify', 'cognify/jobs', { dataset_id, extractor: 'rules' }, holdModel());
  await run('memify', 'memify/jobs', { dataset_id, pipeline: 'triplet_embeddings' }, holdModel());
  await run('embed', `datasets/${dataset_id}/embedding/jobs`, { model: 'others' }, holdModel());
});

test('qualityJob, without and with a target', async () => {
  await using endpoint = await startLoadServer();
  await endpoint.play({ ttftMs: [1, 1], gapMs: 1, tokens: 2 });
  const target = { type: 'api', protocol: 'openai_compatible', endpoint_url: endpoint.url };
  const run = async (name: string, subject: object, more: object = {}): Promise<void> => {
    const body = {
      eval_type: 'custom',
      metrics: [{ metric_key: 'text.exact_match' }],
      input: { type: 'inline_test_cases', test_cases: [subject] },
      ...more,
    };
    const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
    await client.waitFor(job_id, 'succeeded');
    await record(name, job_id);
  };
  await run('qualityJob', { actual_output: 'Paris', expected_output: 'Paris' });
  await run('qualityTarget', { user_input: 'Capital of France?', expected_output: 'Paris' }, { target });
});

test('qualityJob that continued as new', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayGo = promise;
  // Nine steps: more than the job runs at once.
  const test_cases = Array.from({ length: 450 }, (_, index) => ({
    actual_output: `It is ${index}.`,
    expected_output: `The number is ${index}.`,
  }));
  const body = {
    eval_type: 'custom',
    metrics: [{ metric_key: 'text.embedding_similarity' }],
    input: { type: 'inline_test_cases', test_cases },
  };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
  const first = await client.waitFor(job_id, 'running');
  await sendBallast(system, job_id);
  resolve();
  const last = await client.waitFor(job_id, 'succeeded');
  assert.notEqual(last.workflow.run_id, first.workflow.run_id);
  await record('qualityContinued', job_id, first.workflow.run_id);
  await record('qualityContinues', job_id);
});

test('performanceJob, with given levels and with a search', async () => {
  await using endpoint = await startLoadServer();
  await endpoint.play({ ttftMs: [1, 1], gapMs: 1, tokens: 2 });
  const worker = await system.startWorker({ WORKER_PROFILES: 'performance' });
  const run = async (name: string, engine_options: object): Promise<void> => {
    const target = { type: 'api', protocol: 'openai_compatible', endpoint_url: endpoint.url, model: 'scripted' };
    const input = { type: 'synthetic_prompts', prompt_tokens: 5 };
    const body = { eval_type: 'perf', input, target, engine_options: { number: [3], ...engine_options } };
    const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
    await client.waitFor(job_id, 'succeeded');
    await record(name, job_id);
  };
  await run('performanceJob', { parallel: [1, 2] });
  await run('performanceSearch', {
    slo: { latency_ms: 60_000 },
    auto_tune: { by: 'parallel', lowest: 1, highest: 3, repeats: 3 },
  });
  await worker.stop();
});

test('importJob', async () => {
  const body = { dataset_key: 'rows', display_name: 'Rows' };
  const { dataset_id } = await client.expect<{ dataset_id: string }>(201, 'POST', '/v1/eval/datasets', { body });
  const { locator } = await client.upload(Buffer.from('{"question": "Why?"}\n'), 'rows.jsonl');
  const path = `/v1/eval/datasets/${dataset_id}/imports`;
  const sent = { body: { type: 'object', locator } };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', path, sent);
  await client.waitFor(job_id, 'succeeded');
  await record('importJob', job_id);
});

test('synthesisJob', async () => {
  const { object_id } = await client.upload(Buffer.from('Carrow Mill was built in 1783.\n'), 'mill.txt');
  const body = { count: 1, generator: 'rules', input: { type: 'objects', object_ids: [object_id] } };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  await client.waitFor(job_id, 'succeeded');
  await record('synthesisJob', job_id);
});

/** Twelve sentences each: forty questions take two rounds. */
const MILLS = ['Carrow', 'Eling', 'Wilton', 'Bursledon'].map((mill, of) => ({
  text: Array.from(
    { length: 12 },
    (_, at) => `${mill} ${'abcdefghijkl'[at]}${of} was built in ${1700 + 12 * of + at}.`,
  ).join(' '),
}));
const QUESTIONS = {
  engine_id: 'grounded_qa',
  input: { type: 'contexts', contexts: MILLS },
  options: { kinds: { single_hop: 1 } },
};

test('synthesisJob by a model, with an evaluation dataset', async () => {
  const body = { ...QUESTIONS, count: 2, dataset: { dataset_key: 'synthetic' } };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  await client.waitFor(job_id, 'succeeded');
  await record('synthesisByModel', job_id);
});

test('synthesisJob that continued as new', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayGo = promise;
  const body = { ...QUESTIONS, count: 40, seed: 2 };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  const first = await client.waitFor(job_id, 'running');
  await sendBallast(system, job_id);
  resolve();
  const last = await client.waitFor(job_id, 'succeeded');
  assert.notEqual(last.workflow.run_id, first.workflow.run_id);
  await record('synthesisContinued', job_id, first.workflow.run_id);
  await record('synthesisContinues', job_id);
});

test('sweepStorage', async () => {
  const workflowId = 'storage-sweep-recorded';
  const started = ['--type', 'sweepStorage', '--task-queue', JOBS_TASK_QUEUE, '--workflow-id', workflowId];
  await temporalWorkflow(system, 'execute', ...started, '--input', '{"orphan_age_ms":86400000}');
  await record('sweepStorage', workflowId);
});
