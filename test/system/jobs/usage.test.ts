import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { sharedSystem } from '../../support/service/system.ts';

const EMPTY = '<!doctype html><title>Links</title><nav><a href="/">Home</a></nav>';
const FIRST = articlePage('First', 'It leads on. <a href="second.html">The second page</a>');
const pages = await servePages({
  'empty.html': EMPTY,
  'first.html': FIRST,
  'second.html': articlePage('Second', 'The gate closes at high water.'),
});
const { api } = await sharedSystem();
const client = await api.client();

/** Amounts by source and unit, except times. */
const amounts = ({ usage }: JobStatusDetail) =>
  usage.filter(({ unit }) => unit !== 'engine_seconds').map(({ source, unit, amount }) => [source, unit, amount]);
const timed = ({ usage }: JobStatusDetail) =>
  usage.filter(({ unit, amount }) => unit === 'engine_seconds' && amount > 0).map(({ source }) => source);

async function usageTotal(source: string, unit: string): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`tidemill_usage_total{source="${source}",unit="${unit}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('a status shows the usage of the job, and the metrics count it', async () => {
  const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'Words' }] }, { text: [{ x: 72, y: 90, text: 'More' }] }]);
  const before = await usageTotal('markdown_converter', 'pages');
  const jobId = await client.submitOne((await client.upload(pdf, 'two.pdf')).locator);
  const status = await client.waitFor(jobId, 'succeeded');
  const measures = [
    ['markdown_converter', 'pages', 2],
    ['markdown_converter', 'bytes', pdf.byteLength],
  ];
  assert.deepEqual([amounts(status), timed(status)], [measures, ['markdown_converter']]);
  assert.ok((await usageTotal('markdown_converter', 'pages')) >= before + 2);
});

test('the time of a failed engine counts', async () => {
  const jobId = await client.submitOne(pages.url('empty.html'));
  const status = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(timed(status), ['markdown_converter', 'web_reader']);
  assert.deepEqual(amounts(status), [['markdown_converter', 'bytes', Buffer.byteLength(EMPTY)]]);
});

test('a crawl counts its pages and all fetched bytes', async () => {
  const crawl = { max_pages: 2, sitemaps: false };
  const jobId = await client.submitOne(pages.url('first.html'), { engine_id: 'web_crawler', options: { crawl } });
  const status = await client.waitFor(jobId, 'succeeded');
  const bytes = Buffer.byteLength(FIRST) + Buffer.byteLength(articlePage('Second', 'The gate closes at high water.'));
  const measures = [
    ['web_crawler', 'pages', 2],
    ['web_crawler', 'bytes', bytes],
  ];
  assert.deepEqual([amounts(status), timed(status)], [measures, ['web_crawler']]);
});

test('a job that did nothing has no usage', async () => {
  const jobId = await client.submitOne(pages.url('nowhere.html'));
  assert.deepEqual((await client.waitFor(jobId, 'failed')).usage, []);
});
