import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../domain/ids.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import type { Page } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';

const linked = (title: string, ...links: string[]): string =>
  articlePage(title, `${title} has words of its own.`)
    .replace('<a href="/">Home</a>', '')
    .replace('</body>', `<footer>${links.map((href) => `<a href="${href}">${href}</a> `).join('')}</footer></body>`);
const built = 'The page was built in the browser, and this is what it says to whoever waits for it. '.repeat(5);
let refusals = 1;
const busy: Page = (_request, response) => {
  if (refusals-- > 0) response.writeHead(429, { 'Retry-After': '1' }).end();
  else response.setHeader('Content-Type', 'text/html').end(linked('Busy'));
};

const pages = await servePages({
  'wide/': linked('Wide', ...Array.from({ length: 20 }, (_none, index) => `/wide/${index}`)),
  ...Object.fromEntries(Array.from({ length: 20 }, (_none, index) => [`wide/${index}`, linked(`Wide ${index}`)])),
  'deep/0': linked('Deep 0', '/deep/1'),
  'deep/1': linked('Deep 1', '/deep/2'),
  'deep/2': linked('Deep 2', '/deep/3'),
  'docs/': linked('Docs', '/docs/a', '/docs/print/a', '/blog/b', '/docs/a?print=1'),
  'docs/a': linked('Docs a'),
  'blog/b': linked('Blog b'),
  'retry/': linked('Retry', '/retry/busy'),
  'retry/busy': busy,
  'app/': linked('App home', '/app/page'),
  'app/page': '<title>App</title><div id="root"></div><script src="/app.js"></script>',
  'app.js': (_request, response) => {
    const text = `root.innerHTML = ${JSON.stringify(`<main><h1>App</h1><p>${built}</p><a href="/app/built">on</a></main>`)}`;
    response.setHeader('Content-Type', 'text/javascript').end(text);
  },
  'app/built': linked('App built'),
  'stuck/': linked('Stuck', '/stuck/a', '/stuck/never'),
  'stuck/a': linked('Stuck a'),
  'stuck/never': () => undefined,
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
});
const { api } = await sharedSystem();
const client = await api.client();

const start = (name: string, crawl: Readonly<Record<string, unknown>> = {}) =>
  client.submitOne(pages.url(name), {
    engine_id: 'web_crawler',
    options: { crawl: { sitemaps: false, scope: 'path', ...crawl } },
  });

async function crawled(name: string, crawl: Readonly<Record<string, unknown>> = {}) {
  const jobId = await start(name, crawl);
  await client.waitFor(jobId, 'succeeded');
  const { pages: found, skipped_pages, crawl: report } = await client.result(jobId);
  const path = (url: string): string => new URL(url).pathname + new URL(url).search;
  return {
    jobId,
    report,
    paths: found.map(({ url }) => path(url)),
    pages: found,
    reasons: Object.fromEntries(skipped_pages.map(({ url, reason }) => [path(url), reason])),
  };
}

test('a crawl stays within its page limit, and lists the pages it skipped', async () => {
  const { paths, reasons, report } = await crawled('wide/', { max_pages: 5 });
  assert.equal(paths.length, 5);
  assert.deepEqual(new Set(Object.values(reasons)), new Set(['page_limit']));
  assert.equal(Object.keys(reasons).length, 16);
  assert.equal(report?.ended_by, 'page_limit');
});

test('a crawl stays within its depth limit', async () => {
  const { paths, reasons, report } = await crawled('deep/0', { max_depth: 1 });
  assert.deepEqual(paths, ['/deep/0', '/deep/1']);
  assert.deepEqual(reasons, { '/deep/2': 'depth_limit' });
  assert.equal(report?.ended_by, 'complete');
});

test('a crawl stays within its byte limit', async () => {
  const { paths, report } = await crawled('wide/', { max_bytes: 8000 });
  assert.equal(report?.ended_by, 'byte_limit');
  assert.ok(report.bytes <= 8000);
  assert.ok(paths.length > 0);
});

test('scope and patterns exclude pages', async () => {
  const { paths, reasons } = await crawled('docs/', { exclude: ['/docs/print/**', '**?print=*'] });
  assert.deepEqual(paths, ['/docs/', '/docs/a']);
  assert.deepEqual(reasons, { '/docs/print/a': 'excluded', '/blog/b': 'out_of_scope', '/docs/a?print=1': 'excluded' });
});

test('an overloaded server is requested again after its Retry-After', async () => {
  const { paths } = await crawled('retry/');
  assert.deepEqual(paths, ['/retry/', '/retry/busy']);
  assert.equal(pages.requests.get('/retry/busy'), 2);
});

test('a page built by scripts is rendered, and its links are followed', async () => {
  const { paths, pages: found } = await crawled('app/');
  assert.deepEqual(paths, ['/app/', '/app/page', '/app/built']);
  assert.deepEqual(
    found.map(({ rendered }) => rendered),
    [false, true, false],
  );
  const markdown = await (await fetch(found[1]?.markdown_url ?? '')).text();
  assert.match(markdown, /built in the browser/);
});

test('a crawl without pages fails with the error of its start page', async () => {
  for (const [name, code, reason] of [
    ['nowhere/', 'not_found', 'not_found'],
    ['closed/', 'fetch_failed', 'robots'],
  ] as const) {
    const { error } = await client.waitFor(await start(name), 'failed');
    assert.deepEqual([error?.code, error?.details['reason']], [code, reason]);
  }
});

test('pages finished before a crawl was cancelled can be read', async () => {
  const jobId = await start('stuck/', { page_timeout_seconds: 100 });
  const list = () =>
    client.send<{ items: { url: string; markdown_url: string }[] }>('GET', `/v1/parse/jobs/${jobId}/pages`);
  await client.waitUntil(jobId, 'has two pages', ({ progress }) => progress?.completed === 2);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  const { body } = await list();
  assert.deepEqual(
    body.items.map(({ url }) => new URL(url).pathname),
    ['/stuck/', '/stuck/a'],
  );
  assert.match(await (await fetch(body.items[1]?.markdown_url ?? '')).text(), /^# Stuck a/);
});

test('only web addresses are crawled', async () => {
  const sources = [`service://objects/${newId('obj')}`];
  const answer = await client.send('POST', '/v1/parse/jobs', { body: { sources, engine_id: 'web_crawler' } });
  assert.equal(answer.status, 422);
});
