import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { openSystem } from '../../support/service/system.ts';

const MAX_SOURCE_BYTES = 20_000;
const MAX_MARKDOWN_BYTES = 30_000;

const system = openSystem({
  MAX_SOURCE_BYTES: String(MAX_SOURCE_BYTES),
  MAX_MARKDOWN_BYTES: String(MAX_MARKDOWN_BYTES),
});
const pages = await servePages({
  'good.html': articlePage('Good', 'Nothing is wrong with this page.'),
  'large.txt': (_request, response) => response.end('x'.repeat(MAX_SOURCE_BYTES + 1)),
  broken: (_request, response) => response.writeHead(500).end(),
  silence: () => undefined,
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);

test('each source fails with its own error and does not affect the others of its request', async (t) => {
  const client = await api.client();
  const stored = async (bytes: Uint8Array, name: string) => (await client.upload(bytes, name)).locator;
  const page = { text: [{ x: 72, y: 90, text: 'Words' }] };
  const sources = {
    encrypted: await stored(makePdf([page], { encrypted: true }), 'encrypted.pdf'),
    corrupt: await stored(Buffer.from('%PDF-1.7\nnothing of a document'), 'corrupt.pdf'),
    empty: await stored(Buffer.from(' \n'), 'empty.txt'),
    unsupported_type: await stored(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'image.heic'),
    too_large: pages.url('large.txt'),
    not_found: pages.url('missing'),
    fetch_failed: pages.url('broken'),
  };
  const jobs = await client.submit([pages.url('good.html'), ...Object.values(sources)]);
  const [late] = await client.submit([pages.url('silence')], { options: { timeout_seconds: 1 } });
  const [good, ...bad] = [...jobs, late];
  for (const [index, code] of [...Object.keys(sources), 'timeout'].entries()) {
    await t.test(code, async () => {
      const jobId = bad[index]?.job_id ?? '';
      const { error } = await client.waitFor(jobId, 'failed');
      assert.equal(error?.code, code);
      assert.equal((await client.events(jobId)).at(-1)?.type, 'job.failed');
    });
  }
  await client.waitFor(good?.job_id ?? '', 'succeeded');
  assert.match((await client.result(good?.job_id ?? '')).document.markdown ?? '', /Nothing is wrong/);
});

test('a stored object that is too large for the engines fails as well', async () => {
  const client = await api.client();
  const { locator } = await client.upload(Buffer.alloc(MAX_SOURCE_BYTES + 1, 'x'), 'large.txt');
  const { error } = await client.waitFor(await client.submitOne(locator), 'failed');
  assert.equal(error?.code, 'too_large');
  assert.equal(error?.details['limit_bytes'], MAX_SOURCE_BYTES);
});

test('NULs and unpaired surrogates in a source do no harm', async () => {
  const client = await api.client();
  const info = { Title: 'The \0gate\0', Author: 'Ada\0 Miller' };
  const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'High water' }] }], { info });
  const json = Buffer.from(String.raw`{"tide": "high\u0000 \ud800water"}`);
  const uploads = [await client.upload(pdf, 'gate.pdf'), await client.upload(json, 'gate.json')];
  const jobs = await client.submit(uploads.map(({ locator }) => locator));
  const documents = [];
  for (const { job_id } of jobs) {
    await client.waitFor(job_id, 'succeeded');
    documents.push((await client.result(job_id)).document);
  }
  assert.deepEqual([documents[0]?.title, documents[0]?.authors], ['The gate', ['Ada Miller']]);
  for (const { markdown } of documents) {
    assert.match(markdown ?? '', /high.*water/i);
    assert.ok(markdown?.isWellFormed() && !markdown.includes('\0'), JSON.stringify(markdown));
  }
});

test('a small source that produces too much Markdown fails without a retry', async () => {
  const client = await api.client();
  const { locator } = await client.upload(gzipSync('tides '.repeat(MAX_MARKDOWN_BYTES)), 'tides.txt.gz');
  const { error } = await client.waitFor(await client.submitOne(locator), 'failed');
  assert.equal(error?.code, 'output_too_large');
  assert.equal(error?.retryable, false);
  assert.equal(error?.details['limit_bytes'], MAX_MARKDOWN_BYTES);
});

test('a job whose formats cannot be made names its document, which has the Markdown alone', async () => {
  const client = await api.client();
  const { locator } = await client.upload(Buffer.from('- a\n'.repeat(5000)), 'list.md');
  const jobId = await client.submitOne(locator, { options: { formats: ['blocks'] } });
  const { error } = await client.waitFor(jobId, 'failed');
  assert.equal(error?.code, 'output_too_large');
  const path = `/v1/documents/${String(error.details['document_id'])}`;
  const shown = await client.expect<{ files: readonly { format: string }[] }>(200, 'GET', path);
  assert.deepEqual(
    shown.files.map(({ format }) => format),
    ['markdown'],
  );
  await client.expect(409, 'GET', `/v1/parse/jobs/${jobId}/result`);
});
