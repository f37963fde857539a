import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf, parse } from '../../support/documents/parse.ts';

const SENTENCE = 'The tide turns the wheel of the mill twice a day, and the miller grinds when the water runs out. ';
const READER = {
  engine: 'web_reader' as const,
  mediaType: 'text/html',
  url: 'https://x.example/blog/mills-on-the-coast',
};

/** A typical page: an article among navigation, a sidebar and a footer. */
function page(article: string, head = '<title>Tide mills</title>'): string {
  return (
    `<!doctype html><html lang="en"><head><meta property="og:type" content="article">${head}</head><body>` +
    '<nav><ul><li><a href="/">Home</a><li><a href="/news">News</a></ul></nav>' +
    `<main><article>${article}<p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p></article></main>` +
    '<aside class="sidebar"><a href="/ad">Buy flour</a></aside><footer>Imprint, privacy, cookies</footer></body></html>'
  );
}

test('only the main content is kept', async () => {
  const markdown = await markdownOf(page('<p>First paragraph.</p>'), READER);
  assert.match(markdown, /First paragraph\./);
  assert.match(markdown, /twice a day/);
  assert.doesNotMatch(markdown, /Home|News|flour|Imprint/);
});

test('breadcrumbs, notices and share links inside the article are omitted; text that only resembles them stays', async () => {
  const markdown = await markdownOf(
    page(
      '<div class="breadcrumb"><a href="/">Start</a> &gt; Mills</div><div id="cookie-law-info-bar">This site ' +
        'uses cookies.</div>' +
        `<p class="shareholders">Kept.</p><div class="share-buttons">Tell ${SENTENCE.repeat(3)} your friends</div>`,
    ),
    READER,
  );
  assert.match(markdown, /Kept\./);
  assert.doesNotMatch(markdown, /Start|cookies|friends/);
});

test('the title is the heading, once', async () => {
  assert.match(await markdownOf(page('<p>First.</p>'), READER), /^# Tide mills\n\nFirst\./);
  const own = await markdownOf(page('<h1>Tide mills</h1><p>First.</p>'), READER);
  assert.equal(own.match(/Tide mills/g)?.length, 1);
  assert.match(own, /^# Tide mills/);
});

test('links are absolute, tables and languages of code stay', async () => {
  const article =
    '<p>See <a href="../c">this</a>.</p><pre><code class="language-sql">SELECT 1</code></pre>' +
    '<table><thead><tr><th>Mill<th>Year</thead><tr><td>Eling<td>1418</table>';
  const markdown = await markdownOf(page(article), READER);
  assert.ok(markdown.includes('[this](https://x.example/c)'));
  assert.ok(markdown.includes('```sql\nSELECT 1\n```'));
  assert.ok(markdown.includes('| Mill | Year |\n| --- | --- |\n| Eling | 1418 |'));
});

test('metadata comes from what the page declares, then from its byline', async () => {
  const declared =
    '<title>Tide mills - Site</title><meta property="og:title" content="Tide mills"><meta ' +
    'property="og:site_name" content="Site">' +
    '<meta property="article:published_time" content="2021-02-03"><link rel="canonical" ' +
    'href="https://x.example/tide">' +
    '<meta name="description" content="On mills.">';
  const document = await parse(page('<p class="byline">By Ann Lee and Bob Ray</p><p>First.</p>', declared), READER);
  assert.equal(document.title, 'Tide mills');
  assert.deepEqual(document.authors, ['Ann Lee', 'Bob Ray']);
  assert.equal(document.language, 'en');
  assert.equal(document.createdAt, '2021-02-03T00:00:00.000Z');
  assert.deepEqual(document.properties, {
    description: 'On mills.',
    site_name: 'Site',
    canonical_url: 'https://x.example/tide',
    page_kind: 'article',
    page_kind_confidence: document.properties['page_kind_confidence'],
  });
});

test('a page without main content is empty', async () => {
  await assertFails(
    parse('<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>', READER),
    'empty',
  );
  await assertFails(parse('<!doctype html><title>T</title>', READER), 'empty');
});

test('content that is not a web page is refused', async () => {
  await assertFails(parse('%PDF-1.7', { ...READER, mediaType: 'application/pdf' }), 'unsupported_type');
});

test('endless nesting does not crash the process', async () => {
  const markdown = await markdownOf(page(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`), READER);
  assert.match(markdown, /twice a day/);
});
