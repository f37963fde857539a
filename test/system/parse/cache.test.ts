import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../support/service/client.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { sharedSystem } from '../../support/service/system.ts';

const page = articlePage('Tides', '<a href="table">The table</a> says when the tide turns.');
const pages = await servePages({ 'a/tides.html': page, 'b/tides.html': page });
const { api } = await sharedSystem();

const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'Read once, taken often' }] }]);

async function parse(client: Client, source: string, options: Readonly<Record<string, unknown>> = {}) {
  const jobId = await client.submitOne(source, { options });
  await client.waitFor(jobId, 'succeeded');
  return (await client.result(jobId)).document;
}

test('the same bytes are parsed once: a later job gets its own document with the same Markdown', async () => {
  const client = await api.client();
  const first = await parse(client, (await client.upload(pdf, 'first.pdf')).locator);
  const again = await parse(client, (await client.upload(pdf, 'again.pdf')).locator);
  assert.deepEqual([first.cached, again.cached], [false, true]);
  assert.notEqual(again.document_id, first.document_id);
  assert.deepEqual([first.filename, again.filename], ['first.pdf', 'again.pdf']);
  assert.equal(again.markdown, first.markdown);
  assert.deepEqual(again.page_spans, first.page_spans);
  assert.equal(await (await fetch(again.markdown_url)).text(), first.markdown);
  assert.notEqual(new URL(again.markdown_url).pathname, new URL(first.markdown_url).pathname);
});

test('other options, another tenant, other bytes and requests for a new conversion are parsed again', async () => {
  const client = await api.client();
  const { locator } = await client.upload(pdf, 'a.pdf');
  assert.equal((await parse(client, locator)).cached, false);
  assert.equal((await parse(client, locator, { tables: 'pipe' })).cached, false);
  assert.equal((await parse(client, locator, { cache: 'refresh' })).cached, false);
  assert.equal((await parse(client, locator, { timeout_seconds: 60, cloud: { max_pages: 3 } })).cached, true);

  const stranger = await api.client();
  assert.equal((await parse(stranger, (await stranger.upload(pdf, 'a.pdf')).locator)).cached, false);
  const other = makePdf([{ text: [{ x: 72, y: 90, text: 'Other words' }] }]);
  assert.equal((await parse(client, (await client.upload(other, 'a.pdf')).locator)).cached, false);
});

test('a document that is private, or under another policy, is not reused for others', async () => {
  const ada = await api.client({ tenant: 'cache-policies', subject: 'ada' });
  const ben = await api.client({ tenant: 'cache-policies', subject: 'ben' });
  const hidden = { access_policy: { access_level: 'private' } } as const;
  assert.equal((await parse(ada, (await ada.upload(pdf, 'a.pdf', hidden)).locator)).cached, false);
  assert.equal((await parse(ben, (await ben.upload(pdf, 'a.pdf', hidden)).locator)).cached, false);
  assert.equal((await parse(ben, (await ben.upload(pdf, 'a.pdf')).locator)).cached, false);
  assert.equal((await parse(ada, (await ada.upload(pdf, 'a.pdf')).locator)).cached, true);
  assert.equal((await parse(ada, (await ada.upload(pdf, 'a.pdf', hidden)).locator)).cached, true);
});

test('the same page at another address is parsed again, because its relative links differ', async () => {
  const client = await api.client();
  assert.match((await parse(client, pages.url('a/tides.html'))).markdown ?? '', /\/a\/table\)/);
  const other = await parse(client, pages.url('b/tides.html'));
  assert.equal(other.cached, false);
  assert.match(other.markdown ?? '', /\/b\/table\)/);
  assert.equal((await parse(client, pages.url('a/tides.html'))).cached, true);
});

test('two concurrent jobs on the same bytes both succeed', async () => {
  const client = await api.client();
  const { locator } = await client.upload(pdf, 'a.pdf');
  const jobs = await client.submit([locator, locator, locator]);
  const documents = await Promise.all(
    jobs.map(async ({ job_id }) => {
      await client.waitFor(job_id, 'succeeded');
      return (await client.result(job_id)).document;
    }),
  );
  assert.equal(new Set(documents.map(({ markdown }) => markdown)).size, 1);
  assert.equal(new Set(documents.map(({ document_id }) => document_id)).size, 3);
});
