/** Secrets that a request names, and pages that it wants rendered: where they go, and where they do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { obtainBrowser } from '../../../embedded/setup/browser.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { makeProtectedPdf } from '../../support/documents/protected-pdf.ts';
import { openSystem } from '../../support/service/system.ts';
import { showHistory } from '../../support/service/temporal-cli.ts';

const VALUE = 'grindstone-7181';
const PASSWORD = 'whetstone-3141';

const asked: unknown[] = [];
const stranger = await servePages({
  page: (request, response) => {
    asked.push(request.headers.authorization, request.headers['x-language']);
    response.setHeader('content-type', 'text/html').end(articlePage('Elsewhere', 'It is another origin.'));
  },
});
const pages = await servePages({
  wiki: (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${VALUE}`;
    const text = isKnown ? 'It is only for members.' : 'It is for everyone.';
    response.setHeader('content-type', 'text/html').end(articlePage('Wiki', text));
  },
  away: (_request, response) => response.writeHead(302, { location: stranger.url('page') }).end(),
  late: `<!doctype html><title>Late</title><main><h1>Late</h1><p>${'Words are there from the start, enough of them. '.repeat(20)}</p></main>
    <script>setTimeout(() => { const p = document.createElement('p'); p.id = 'late'; p.textContent = 'And this comes later than all else on the page does.';
    document.querySelector('main').append(p); }, 1500); setInterval(() => fetch('/wiki'), 100);</script>`,
});
const system = openSystem({
  SECRET_REQUEST_WIKI: `${new URL(pages.url('')).origin} ${VALUE}`,
  SECRET_PASSWORD_PAYROLL: PASSWORD,
  SECRET_PASSWORD_WRONG: 'millstone',
  BROWSER_PATH: await obtainBrowser(process.env, () => undefined),
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const { db } = sharedDatabase();

const withKey = { authorization: { secret_ref: 'wiki', prefix: 'Bearer ' }, 'x-language': 'de' };

/** With its payloads in clear. */
async function historyOf(jobId: string): Promise<string> {
  const history = await showHistory(system, jobId);
  const decoded = [...history.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64').toString(),
  );
  return history + decoded.join('\n');
}

async function parse(source: string, options: object) {
  const jobId = await client.submitOne(source, { options });
  await client.waitFor(jobId, 'succeeded');
  return { jobId, ...(await client.result(jobId)).document };
}

test('a header with a secret gets the page of members, which no other request gets from the cache', async () => {
  const url = pages.url('wiki');
  const { jobId, markdown } = await parse(url, { request_headers: withKey });
  assert.match(markdown ?? '', /only for members/);
  const later = await parse(url, { max_age_seconds: 3600 });
  assert.match(later.markdown ?? '', /for everyone/);
  const again = await parse(url, { max_age_seconds: 3600, request_headers: withKey });
  assert.match(again.markdown ?? '', /only for members/);

  const history = await historyOf(jobId);
  const rows = JSON.stringify([
    await db.job.findMany(),
    await db.document.findMany(),
    await db.fetchedSource.findMany(),
  ]);
  assert.ok(history.includes('secret_ref') && rows.includes(jobId));
  for (const text of [history, rows]) assert.ok(!text.includes(VALUE));
});

test('no header follows a redirect to another origin', async () => {
  const { markdown } = await parse(pages.url('away'), { request_headers: withKey });
  assert.match(markdown ?? '', /another origin/);
  assert.deepEqual(asked, [undefined, undefined]);
});

test('a protected PDF opens with its password, which is kept nowhere', async () => {
  const { locator } = await client.upload(makeProtectedPdf('The mill is sold.', PASSWORD), 'payroll.pdf');
  const { jobId, markdown } = await parse(locator, { password_ref: 'payroll' });
  assert.match(markdown ?? '', /The mill is sold\./);
  const history = await historyOf(jobId);
  assert.ok(history.includes('password_ref') && !history.includes(PASSWORD));
  for (const options of [{}, { password_ref: 'wrong' }]) {
    const refused = await client.submitOne(locator, { options });
    const { error } = await client.waitFor(refused, 'failed');
    assert.deepEqual([error?.code, error?.details['field']], ['encrypted', 'options.password_ref']);
  }
});

test('a page is read when what it waits for is there, with its picture', async () => {
  const { markdown, images, warnings } = await parse(pages.url('late'), { wait_for: '#late', screenshot: true });
  assert.match(markdown ?? '', /this comes later/);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['rendered'],
  );
  const [image] = images;
  assert.partialDeepStrictEqual(image, { name: 'screenshot.png', media_type: 'image/png', page: null });
  const png = Buffer.from(await (await fetch(image?.url ?? '')).arrayBuffer());
  assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16)], ['PNG', 1280]);
  const plain = await parse(pages.url('late'), {});
  assert.doesNotMatch(plain.markdown ?? '', /this comes later/);
});
