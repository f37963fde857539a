import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { Static } from 'typebox';
import type { ParseEngineList } from '../../../api/parse/schemas.ts';
import type { Client } from '../../support/service/client.ts';
import { CLOUD_KEY, done, serveCloudParser } from '../../support/servers/cloud-parser.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const secrets = mkdtempSync(join(tmpdir(), 'tidemill-secrets-'));
const secretFile = join(secrets, 'llama_cloud_api_key');
after(() => rmSync(secrets, { recursive: true }));

const provider = await serveCloudParser();
const system = openSystem({
  SECRETS_DIR: secrets,
  CLOUD_PARSER_URL: provider.url,
  CLOUD_PARSER_MAX_PAGES: '40',
  MAX_MARKDOWN_BYTES: '50000',
});
// All profiles but the optional ones, of which `cloud` is one.
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const startCloudWorker = (settings = {}) => system.startWorker({ WORKER_PROFILES: 'cloud', ...settings });

const digital = makePdf([{ text: [{ x: 72, y: 90, text: 'A page with a text layer' }] }]);
const CLOUD = { engine_id: 'cloud_document_parser', scene: 'deep_web' };

beforeEach(() => {
  writeFileSync(secretFile, `${CLOUD_KEY}\n`);
  provider.jobs.length = 0;
  provider.calls.length = 0;
  provider.next = done('# Read by the provider', 'Second page.');
});

async function availability(client: Client): Promise<{ readonly status: string; readonly message: string }> {
  const { body } = await client.send<Static<typeof ParseEngineList>>('GET', '/v1/parse/engines');
  return body.items.find(({ engine_id }) => engine_id === CLOUD.engine_id)?.availability ?? assert.fail();
}

test('each engine reports what is missing: a worker, a credential, or nothing', async () => {
  const client = await api.client();
  const worker = await availability(client);
  assert.equal(worker.status, 'needs_worker');
  assert.match(worker.message, /queue "cloud"/);
  rmSync(secretFile);
  const credential = await availability(client);
  assert.equal(credential.status, 'needs_credential');
  assert.match(credential.message, /SECRET_LLAMA_CLOUD_API_KEY/);
  const ready = await client.send('GET', '/v1/health/ready');
  assert.equal(ready.status, 200, 'the service is ready without an optional engine');
});

test('when a worker dies while the provider works, another one continues, and the document is not paid for twice', async () => {
  provider.next = { ...provider.next, status: 'RUNNING' };
  const client = await api.client();
  const { locator } = await client.upload(digital, 'a.pdf');
  const worker = await startCloudWorker();
  const jobId = await client.submitOne(locator, CLOUD);
  await client.waitUntil(jobId, 'waits for the provider', ({ progress }) => {
    return progress?.message === 'parsed by the provider';
  });
  await worker.kill();
  const replacement = await startCloudWorker();
  for (const job of provider.jobs) job.status = 'COMPLETED';
  await client.waitFor(jobId, 'succeeded');
  assert.equal(provider.jobs.length, 1);
  assert.equal(provider.calls.filter((kind) => kind === 'upload').length, 1);
  assert.match((await client.result(jobId)).document.markdown ?? '', /Read by the provider/);
  await replacement.kill();
});

test('when a worker dies before it receives the remote job’s ID, the next one finds the job at the provider', async () => {
  const client = await api.client();
  const { locator } = await client.upload(digital, 'a.pdf');
  const worker = await startCloudWorker();
  const { promise: dead, resolve } = Promise.withResolvers<void>();
  provider.beforeTelling = async () => {
    provider.beforeTelling = async () => {};
    await worker.kill();
    resolve();
  };
  const jobId = await client.submitOne(locator, CLOUD);
  await dead;
  const replacement = await startCloudWorker();
  await client.waitFor(jobId, 'succeeded');
  assert.equal(provider.jobs.length, 1);
  assert.ok(provider.calls.includes('list'));
  await replacement.kill();
});

test('with a worker and a credential', async (t) => {
  const worker = await startCloudWorker({ CREDENTIAL_WAIT_MS: '2000' });
  const client = await api.client();
  const { locator } = await client.upload(digital, 'a.pdf');

  await t.test('the engine is ready, and its result names the profile', async () => {
    assert.equal((await availability(client)).status, 'ready');
    const jobId = await client.submitOne(locator, { engine_id: 'auto', scene: 'document_ai' });
    await client.waitFor(jobId, 'succeeded');
    const { document, attempts } = await client.result(jobId);
    assert.equal(document.markdown, '# Read by the provider\n\nSecond page.\n');
    assert.partialDeepStrictEqual(document, {
      engine_id: 'cloud_document_parser',
      profile_id: 'cloud_document_parser.document_ai',
      page_count: 2,
      cached: false,
    });
    assert.deepEqual(
      attempts.map(({ profile_id, outcome }) => [profile_id, outcome]),
      [['cloud_document_parser.document_ai', 'succeeded']],
    );
    const selected = (await client.events(jobId)).find(({ type }) => type === 'parse.engine_selected');
    assert.equal(selected?.data['profile_id'], 'cloud_document_parser.document_ai');
    assert.deepEqual(provider.jobs[0]?.configuration['page_ranges'], { max_pages: 40 });
    assert.doesNotMatch(JSON.stringify(await client.events(jobId)), new RegExp(CLOUD_KEY));
  });

  await t.test('a repeated request is not paid for again, unless it asks for a new conversion', async () => {
    const again = await client.submitOne(locator, { engine_id: 'auto', scene: 'document_ai' });
    await client.waitFor(again, 'succeeded');
    assert.equal((await client.result(again)).document.cached, true);
    assert.equal(provider.jobs.length, 0);
    const body = { engine_id: 'auto', scene: 'document_ai', options: { cache: 'refresh' } };
    await client.waitFor(await client.submitOne(locator, body), 'succeeded');
    assert.equal(provider.jobs[0]?.configuration['disable_cache'], true);
  });

  await t.test('cancelling a job cancels its work at the provider', async () => {
    provider.next = { ...provider.next, status: 'RUNNING' };
    const jobId = await client.submitOne(locator, { ...CLOUD, options: { cache: 'refresh' } });
    await client.waitUntil(jobId, 'waits for the provider', ({ progress }) => progress !== null);
    await client.send('POST', `/v1/jobs/${jobId}/cancel`);
    await client.waitFor(jobId, 'cancelled');
    await until('the provider has heard of it', async () => provider.jobs[0]?.status === 'CANCELLED' || undefined);
  });

  await t.test('without a fallback, a provider failure fails the job and names the remote job', async () => {
    provider.next = { ...provider.next, status: 'FAILED' };
    const jobId = await client.submitOne(locator, { ...CLOUD, options: { cache: 'refresh' } });
    const { error } = await client.waitFor(jobId, 'failed');
    assert.equal(error?.code, 'provider_failed');
    assert.equal(error?.details['remote_job_id'], provider.jobs[0]?.id);
    assert.equal(provider.jobs.length, 1);
  });

  await t.test('with a fallback, the next engine takes over, and the result says why', async () => {
    provider.next = { ...provider.next, status: 'FAILED' };
    const jobId = await client.submitOne(locator, { engine_id: CLOUD.engine_id, options: { cache: 'refresh' } });
    await client.waitFor(jobId, 'succeeded');
    const { attempts, document } = await client.result(jobId);
    assert.deepEqual(
      attempts.map(({ engine_id, outcome, error }) => [engine_id, outcome, error?.code]),
      [
        ['cloud_document_parser', 'failed', 'provider_failed'],
        ['markdown_converter', 'succeeded', undefined],
      ],
    );
    assert.match(document.markdown ?? '', /A page with a text layer/);
  });

  await t.test('pages that are pictures are read by the next capable engine', async () => {
    const scan = await client.upload(makePdf([{ image: true }, { image: true }]), 'scan.pdf');
    const body = { engine_id: 'markdown_converter', scene: 'document_ai' };
    const jobId = await client.submitOne(scan.locator, body);
    await client.waitFor(jobId, 'succeeded');
    const { attempts, document } = await client.result(jobId);
    assert.deepEqual(
      attempts.map(({ engine_id, outcome }) => [engine_id, outcome]),
      [
        ['markdown_converter', 'no_text'],
        ['cloud_document_parser', 'succeeded'],
      ],
    );
    assert.match(document.markdown ?? '', /Read by the provider/);
    const fallback = (await client.events(jobId)).find(({ type }) => type === 'parse.fallback');
    assert.equal(fallback?.message, 'markdown_converter found no text; trying cloud_document_parser.');
  });

  await t.test('if that engine fails, the result is the document with its warnings', async () => {
    provider.next = { ...provider.next, status: 'FAILED' };
    const scan = await client.upload(makePdf([{ image: true }]), 'scan.pdf');
    const body = { engine_id: 'markdown_converter', scene: 'document_ai' };
    const jobId = await client.submitOne(scan.locator, body);
    await client.waitFor(jobId, 'succeeded');
    const { attempts, document } = await client.result(jobId);
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['no_text', 'failed'],
    );
    assert.equal(document.engine_id, 'markdown_converter');
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['no_text_layer'],
    );
  });

  await t.test('a job waits for a missing credential, reports it, and continues when it arrives', async () => {
    rmSync(secretFile);
    const jobId = await client.submitOne(locator, { ...CLOUD, options: { cache: 'refresh' } });
    const { state, waiting_on } = await client.waitUntil(jobId, 'waits for the credential', (status) => {
      return status.waiting_on?.kind === 'credential';
    });
    assert.equal(state, 'queued');
    assert.match(waiting_on?.message ?? '', /secret llama_cloud_api_key is not set/);
    writeFileSync(secretFile, CLOUD_KEY);
    await client.waitFor(jobId, 'succeeded');
  });

  await t.test('a credential that never arrives fails the job with a clear error', async () => {
    rmSync(secretFile);
    const jobId = await client.submitOne(locator, { ...CLOUD, options: { cache: 'refresh' } });
    const { error } = await client.waitFor(jobId, 'failed');
    assert.partialDeepStrictEqual(error, { code: 'credential_missing', retryable: true });
    assert.equal(error?.details['secret'], 'llama_cloud_api_key');
    assert.equal(provider.calls.length, 0);

    writeFileSync(secretFile, CLOUD_KEY);
    await client.send('POST', `/v1/jobs/${jobId}/retry`);
    await client.waitFor(jobId, 'succeeded');
    assert.equal(provider.jobs.length, 1, 'an operator who gave it can have the job go on');
  });

  await t.test('auto skips an engine without its credential', async () => {
    rmSync(secretFile);
    const jobId = await client.submitOne(locator, { scene: 'document_ai' });
    await client.waitFor(jobId, 'succeeded');
    const { attempts, skipped } = await client.result(jobId);
    assert.equal(attempts[0]?.engine_id, 'markdown_converter');
    const reason = skipped.find(({ engine_id }) => engine_id === CLOUD.engine_id)?.reason;
    assert.match(reason ?? '', /secret llama_cloud_api_key is not set/);
  });

  await t.test('a response with too much Markdown fails without a retry', async () => {
    provider.next = done('tides '.repeat(10_000));
    const jobId = await client.submitOne(locator, { ...CLOUD, options: { cache: 'refresh' } });
    const { error } = await client.waitFor(jobId, 'failed');
    assert.equal(error?.code, 'output_too_large');
  });

  await worker.stop();
});

test('a step cannot get more time than the service allows', async () => {
  const client = await api.client();
  const { locator } = await client.upload(digital, 'a.pdf');
  const body = { sources: [locator], options: { timeout_seconds: 901 } };
  const answer = await client.send<{ detail: { loc: unknown }[] }>('POST', '/v1/parse/jobs', { body });
  assert.equal(answer.status, 422);
  assert.deepEqual(
    answer.body.detail.map(({ loc }) => loc),
    [['body', 'options', 'timeout_seconds']],
  );
  const jobId = await client.submitOne(locator, { options: { timeout_seconds: 900 } });
  await until('it has its time', async () => ((await client.status(jobId)).state === 'succeeded' ? true : undefined));
});
