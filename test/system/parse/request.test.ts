import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { ParseBatchResult, ParseFileResult } from '../../../api/parse/schemas.ts';
import { makeDocx, paragraph } from '../../support/documents/docx.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { sharedSystem } from '../../support/service/system.ts';

type ParseFile = Static<typeof ParseFileResult>;

const system = await sharedSystem();
const { api } = system;
const pages = await servePages({ 'tides.html': articlePage('Tides', 'The tide turns twice a day.') });
const impatientApi = await system.startApi({ SYNC_DEADLINE_MS: '1' });

const pdf = makePdf(
  [
    {
      text: [
        { x: 72, y: 90, text: 'Mill report', size: 22, font: 'bold' },
        { x: 72, y: 130, text: 'The wheel turned all night, and nobody saw it stop.' },
      ],
    },
  ],
  { info: { Title: 'Mill report', Author: 'Ada Miller' }, language: 'en' },
);
const docx = makeDocx(
  paragraph('Ledger', '<w:pStyle w:val="Heading1"/>') + paragraph('Twelve sacks of flour were sold.'),
  {
    styles: '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>',
    core: '<dc:title>Ledger</dc:title><dc:creator>Ben Baker</dc:creator>',
  },
);

test('three sources of one request become three jobs in order, each with its Markdown and metadata', async () => {
  const client = await api.client();
  const sources = [
    (await client.upload(pdf, 'report.pdf')).locator,
    (await client.upload(docx, 'ledger.docx')).locator,
    pages.url('tides.html'),
  ];
  const jobs = await client.submit(sources);
  assert.deepEqual(
    jobs.map(({ source }) => source),
    sources,
  );
  assert.equal(new Set(jobs.map(({ job_id }) => job_id)).size, 3);

  const results = await Promise.all(
    jobs.map(async ({ job_id }) => {
      const status = await client.waitFor(job_id, 'succeeded');
      assert.deepEqual(
        [status.kind, status.waiting_on, status.error, status.workflow.workflow_id],
        ['parse', null, null, job_id],
      );
      return client.result(job_id);
    }),
  );
  const expected = [
    {
      markdown: /^# Mill report\n\nThe wheel turned all night/,
      title: 'Mill report',
      authors: ['Ada Miller'],
      media_type: 'application/pdf',
      engine_id: 'markdown_converter',
      page_count: 1,
      filename: 'report.pdf',
      final_url: null,
      bytes: pdf.byteLength,
    },
    {
      markdown: /^# Ledger\n\nTwelve sacks of flour were sold\.\n$/,
      title: 'Ledger',
      authors: ['Ben Baker'],
      media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      engine_id: 'markdown_converter',
      page_count: null,
      filename: 'ledger.docx',
      final_url: null,
      bytes: docx.byteLength,
    },
    {
      markdown: /^# Tides\n\nThe tide turns twice a day\./,
      title: 'Tides',
      authors: [],
      media_type: 'text/html',
      engine_id: 'web_reader',
      page_count: null,
      filename: 'tides.html',
      final_url: pages.url('tides.html'),
    },
  ];
  for (const [index, { markdown, ...metadata }] of expected.entries()) {
    const document = results[index]?.document ?? assert.fail();
    assert.match(document.markdown ?? '', markdown);
    assert.partialDeepStrictEqual(document, metadata);
    const stored = await fetch(document.markdown_url);
    assert.equal(await stored.text(), document.markdown);
  }
  assert.doesNotMatch(results[2]?.document.markdown ?? '', /Home/);
  assert.equal(pages.requests.get('/tides.html'), 1);
});

test('a stored object is found by each form of locator', async () => {
  const client = await api.client();
  const object = await client.upload(pdf, 'report.pdf');
  const key = `objects/${object.object_id}/${object.version}`;
  const bucket = setting('S3_BUCKET');
  const jobs = await client.submit([object.locator, `s3://${bucket}/${key}`, `${bucket}/${key}`, key]);
  for (const { job_id } of jobs) {
    await client.waitFor(job_id, 'succeeded');
    const { document, source } = await client.result(job_id);
    assert.equal(document.sha256, object.sha256);
    assert.equal(source, object.locator);
  }
});

test('a synchronous request answers with all documents, and with the error of the source that failed', async () => {
  const client = await api.client();
  const { locator } = await client.upload(pdf, 'report.pdf');
  const body = { sources: [locator, pages.url('missing.html')] };
  const answer = await client.send<Static<typeof ParseBatchResult>>('POST', '/v1/parse/sync', { body });
  assert.equal(answer.status, 200);
  const [good, bad] = answer.body.results;
  assert.match(good?.document?.markdown ?? '', /The wheel turned/);
  assert.deepEqual([good?.state, good?.error], ['succeeded', null]);
  assert.deepEqual([bad?.state, bad?.document, bad?.error?.code], ['failed', null, 'not_found']);
});

test('a synchronous request gets warnings about unused options with its result', async () => {
  const client = await api.client();
  const { locator } = await client.upload(Buffer.from('Words.'), 'a.txt');
  const body = { sources: [locator], options: { crawl: { max_pages: 3 } } };
  const answer = await client.send<Static<typeof ParseBatchResult>>('POST', '/v1/parse/sync', { body });
  assert.deepEqual([answer.status, answer.body.results[0]?.warnings.map(({ code }) => code)], [200, ['unused_option']]);
});

test('a file and its Markdown travel in one request and response', async () => {
  const client = await api.client();
  const form = (bytes: Uint8Array): FormData => {
    const fields = new FormData();
    fields.append('file', new Blob([Uint8Array.from(bytes)]), 'report.pdf');
    return fields;
  };
  const headers = { Accept: 'text/markdown', 'Idempotency-Key': 'file' };
  const [first, repeat] = [
    await client.send<string>('POST', '/v1/parse/file', { headers, body: form(pdf) }),
    await client.send<string>('POST', '/v1/parse/file', { headers, body: form(pdf) }),
  ];
  for (const { status, body } of [first, repeat]) {
    assert.equal(status, 200);
    assert.match(body, /^# Mill report\n\nThe wheel turned all night/);
  }
  assert.equal(first.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.equal(Number(first.headers.get('content-length')), Buffer.byteLength(first.body));
  assert.equal(repeat.headers.get('content-location'), first.headers.get('content-location'));
  assert.equal(repeat.headers.get('idempotent-replayed'), 'true');
  const told = await client.send<ParseFile>('GET', first.headers.get('content-location') ?? '');
  assert.partialDeepStrictEqual(told.body.document, { markdown: first.body, filename: 'report.pdf' });

  const json = await client.expect<ParseFile>(200, 'POST', '/v1/parse/file', { body: form(pdf) });
  assert.deepEqual([json.document.markdown, json.warnings], [first.body, []]);
  const damaged = await client.send<{ state: string }>('POST', '/v1/parse/file', {
    headers: { Accept: 'text/markdown' },
    body: form(pdf.subarray(0, 12)),
  });
  assert.deepEqual([damaged.status, damaged.body.state], [409, 'failed']);

  const page = await client.send<string>('POST', '/v1/parse/sync', {
    headers: { Accept: 'text/*' },
    body: { sources: [pages.url('tides.html')] },
  });
  assert.match(page.body, /^# Tides\n/);
});

test('at its deadline, a synchronous request returns its jobs, which continue', async () => {
  const client = await impatientApi.client();
  const { locator } = await client.upload(pdf, 'report.pdf');
  const body = { sources: [locator, pages.url('tides.html')] };
  const answer = await client.send<{ code: string; job_ids: string[] }>('POST', '/v1/parse/sync', { body });
  assert.deepEqual([answer.status, answer.body.code], [504, 'sync_timeout']);
  const [first = '', second = ''] = answer.body.job_ids;
  assert.equal(answer.headers.get('location'), `/v1/jobs/${first}`);
  for (const jobId of [first, second]) await client.waitFor(jobId, 'succeeded');
  assert.match((await client.result(first)).document.markdown ?? '', /The wheel turned/);
});
