import assert from 'node:assert/strict';
import { test } from 'node:test';
import { obtainBrowser } from '../../../embedded/setup/browser.ts';
import { openSystem } from '../../support/service/system.ts';
import { serveTrapSite, SITE_PAGES } from '../../support/servers/trap-site.ts';

const CALENDAR_PAGES = 30;

const system = openSystem({ BROWSER_PATH: await obtainBrowser(process.env, () => undefined) });
const site = await serveTrapSite();
const [api, first] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();

/** Addresses without the origin. */
const path = (address: string): string => address.replace(site.origin, '');

test(
  'a crawl ends within its limits, reports why each page was skipped, and fetches no finished page again when ' +
    'its worker is killed twice',
  async (t) => {
    const crawl = { max_pages: 400, page_timeout_seconds: 10 };
    const jobId = await client.submitOne(`${site.origin}/`, { engine_id: 'web_crawler', options: { crawl } });

    let worker = first;
    for (const pages of [60, 160]) {
      await client.waitUntil(jobId, `has ${pages} pages`, ({ progress }) => (progress?.completed ?? 0) >= pages);
      await worker.kill();
      worker = await system.startWorker();
    }
    await client.waitFor(jobId, 'succeeded');
    const result = await client.result(jobId);
    const reasons = new Map(result.skipped_pages.map(({ url, reason }) => [path(url), reason]));

    await t.test('every page of the site is a separate document', async () => {
      const own = result.pages.filter(({ url }) => !url.includes('/calendar'));
      assert.equal(own.length, SITE_PAGES);
      assert.equal(new Set(result.pages.map(({ document_id }) => document_id)).size, result.pages.length);
      const article = result.pages.find(({ url }) => path(url) === '/section/7/article-4');
      assert.equal(article?.title, 'Article 7.4');
      assert.equal(path(article?.found_on ?? ''), '/section/7');
      const markdown = await (await fetch(article?.markdown_url ?? '')).text();
      assert.match(markdown, /^# Article 7\.4\n\nArticle 4 of section 7\./);
    });

    await t.test('the document of the job lists the pages', () => {
      const { markdown, engine_id } = result.document;
      assert.equal(engine_id, 'web_crawler');
      assert.equal(markdown?.match(/^- \[/gm)?.length, result.pages.length);
      assert.ok(markdown?.includes(`[Article 7.4](${site.origin}/section/7/article-4)`));
    });

    await t.test('each skipped page has its reason', () => {
      const wanted = {
        '/private/diary': 'robots',
        '/loop/a': 'redirects',
        '/loop/b': 'redirects',
        '/broken': 'http_status',
        '/slow': 'timeout',
        '/leak': 'out_of_scope',
        '/metadata': 'out_of_scope',
        '/huge': 'too_large',
        '/bomb': 'too_large',
        '/picture': 'unsupported_type',
        '/hidden': 'noindex',
        '/print/1': 'duplicate',
        '/moved': 'duplicate',
        // A copy of the page is closer to the start.
        '/section/3/article-3': 'duplicate',
        '/blank': 'empty',
        '/missing': 'not_found',
      };
      for (const [page, reason] of Object.entries(wanted)) assert.equal(reasons.get(page), reason, page);
      assert.ok(result.skipped_pages.every(({ detail }) => detail !== ''));
      assert.equal(result.skipped_pages.filter(({ url }) => url.includes('example.com')).length, 0);
    });

    await t.test('a page built by a script is read as rendered by a browser', async () => {
      const app = result.pages.find(({ url }) => path(url) === '/app');
      assert.equal(app?.rendered, true);
      assert.match(await (await fetch(app.markdown_url)).text(), /built by a script/);
    });

    await t.test('the calendar ends', () => {
      const months = result.pages.filter(({ url }) => url.includes('/calendar'));
      assert.equal(months.length, CALENDAR_PAGES);
      assert.ok([...reasons].some(([url, reason]) => url.startsWith('/calendar') && reason === 'trap'));
    });

    await t.test('no finished page was fetched again', () => {
      // The crawler fetched rendered pages before the browser did.
      const twice = result.pages.filter(
        ({ url, rendered }) => (site.requests.get(path(url)) ?? 0) > (rendered ? 2 : 1),
      );
      // One page was in progress at each kill, or two if one was just ending.
      assert.ok(twice.length <= 2, twice.map(({ url }) => url).join());
      assert.equal(site.requests.get('/robots.txt'), 1);
      assert.equal(site.requests.get('/private/diary'), undefined);
      assert.ok(site.mostAtOnce() <= 2, 'the crawler asks for one thing at a time, a browser for two');
    });

    await t.test('the report matches', () => {
      const { crawl } = result;
      assert.equal(crawl?.ended_by, 'complete');
      assert.equal(crawl?.pages, result.pages.length);
      assert.equal(
        Object.values(crawl?.skipped ?? {}).reduce((sum, count) => sum + count, 0),
        result.skipped_pages.length,
      );
    });
  },
);
