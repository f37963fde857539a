import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../platform/database/client.ts';
import { removeOldSources } from '../../../activities/storage/sweep-sources.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import type { Page } from '../../support/servers/page-server.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { sharedSystem } from '../../support/service/system.ts';

const tides = articlePage('Tides', 'The tide turns twice a day.');
/** Answers 304 when the validators match. */
const validated =
  (headers: Readonly<Record<string, string>>, name: string): Page =>
  (request, response) => {
    if (request.headers[name] !== undefined) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(tides);
  };
const built = 'The page was built in the browser, and this is what it says to whoever waits for it. '.repeat(5);
const shell = `<title>App</title><div id="root"></div><script src="/app.js"></script>`;
const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xeb, 0xe8, 0xe2]);

const pages = await servePages({
  tagged: validated({ etag: '"1"' }, 'if-none-match'),
  dated: validated({ 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 'if-modified-since'),
  unkept: validated({ etag: '"1"', 'cache-control': 'private, no-store' }, 'if-none-match'),
  plain: tides,
  shell,
  'app.js': (_request, response) => {
    const text = `root.innerHTML = ${JSON.stringify(`<main><h1>App</h1><p>${built}</p></main>`)}`;
    response.setHeader('content-type', 'text/javascript').end(text);
  },
  report: (_request, response) => {
    const text = [{ x: 72, y: 90, text: 'A report under the name of a page.' }];
    response.setHeader('content-type', 'text/html').end(makePdf([{ text }]));
  },
  cyrillic: (_request, response) => {
    const [before = '', after = ''] = articlePage('Tides', '@').split('@');
    response.setHeader('content-type', 'text/html');
    response.end(Buffer.concat([Buffer.from(`<meta charset="windows-1251">${before}`), cyrillic, Buffer.from(after)]));
  },
});

const { api } = await sharedSystem();
const client = await api.client();

async function parse(name: string, options: Readonly<Record<string, unknown>> = {}) {
  const jobId = await client.submitOne(pages.url(name), { options });
  await client.waitFor(jobId, 'succeeded');
  return (await client.result(jobId)).document;
}

const warningsOf = ({ warnings }: Awaited<ReturnType<typeof parse>>) => warnings.map(({ code }) => code);

for (const name of ['tagged', 'dated']) {
  test(`a ${name} page that has not changed is not fetched again`, async () => {
    const first = await parse(name);
    const second = await parse(name);
    assert.equal(pages.requests.get(`/${name}`), 2);
    assert.equal(second.markdown, first.markdown);
    assert.match(second.markdown ?? '', /The tide turns twice/);
    assert.ok(String(second.fetched_at) > String(first.fetched_at));
  });
}

test('a response within the maximum age is used without a request', async () => {
  const first = await parse('plain');
  const second = await parse('plain', { max_age_seconds: 3600 });
  assert.equal(pages.requests.get('/plain'), 1);
  assert.equal(second.fetched_at, first.fetched_at);
  await parse('plain', { max_age_seconds: 0 });
  assert.equal(pages.requests.get('/plain'), 2);
});

test('another tenant makes its own request', async () => {
  const before = pages.requests.get('/plain') ?? 0;
  const other = await api.client({ tenant: 'another' });
  const jobId = await other.submitOne(pages.url('plain'), { options: { max_age_seconds: 3600 } });
  await other.waitFor(jobId, 'succeeded');
  assert.equal(pages.requests.get('/plain'), before + 1);
});

test('a response that forbids storing is not stored', async () => {
  await parse('unkept');
  assert.match((await parse('unkept', { max_age_seconds: 3600 })).markdown ?? '', /The tide turns twice/);
  assert.equal(pages.requests.get('/unkept'), 2);
});

test('a page built by scripts is rendered, with a warning', async () => {
  const document = await parse('shell');
  assert.match(document.markdown ?? '', /^# App\n\nThe page was built in the browser/);
  assert.deepEqual(warningsOf(document), ['rendered']);
  assert.deepEqual(warningsOf(await parse('shell', { max_age_seconds: 3600 })), ['rendered']);
});

test('a page with its text is not rendered', async () => {
  assert.deepEqual(warningsOf(await parse('plain')), []);
});

test('a document with a page’s extension is read by its actual type', async () => {
  const document = await parse('report');
  assert.deepEqual([document.engine_id, document.media_type], ['markdown_converter', 'application/pdf']);
  assert.match(document.markdown ?? '', /A report under the name of a page/);
});

test('a charset that only the page declares is used', async () => {
  assert.match((await parse('cyrillic')).markdown ?? '', /Прилив/);
});

test('a source that no job has used for long is swept with its bytes', async () => {
  const { sha256 } = await parse('cyrillic');
  const database = openDatabase(setting('DATABASE_URL'));
  const objects = openStore(setting('S3_BUCKET'));
  try {
    const content = await database.db.fetchedContent.findFirstOrThrow({ where: { sha256: sha256 ?? '' } });
    await removeOldSources({ database, objects }, 30, () => undefined);
    assert.deepEqual(await keysIn(objects, content.key), [content.key]);
    await database.db.fetchedContent.update({ where: { key: content.key }, data: { usedAt: new Date(0) } });
    assert.equal(await removeOldSources({ database, objects }, 30, () => undefined), 1);
    const keys = { contentKey: content.key };
    assert.equal(await database.db.fetchedSource.count({ where: keys }), 0);
    assert.deepEqual(await keysIn(objects, content.key), []);
    assert.match((await parse('cyrillic', { max_age_seconds: 3600 })).markdown ?? '', /Прилив/);
  } finally {
    objects.close();
    await database.close();
  }
});
