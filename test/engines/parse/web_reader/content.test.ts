import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../engines/parse/documents/html/parse.ts';
import { writeBlocks } from '../../../../engines/parse/documents/markdown/blocks.ts';
import { readContent } from '../../../../engines/parse/web_reader/content.ts';
import type { Content } from '../../../../engines/parse/web_reader/content.ts';
import { PAGE_KINDS } from '../../../../engines/parse/web_reader/kind/kind.ts';
import type { PageKind } from '../../../../engines/parse/web_reader/kind/kind.ts';

const CERTAIN = 20;

/** The content of a page of this kind, by models that take everything for content; `null` is as likely any kind. */
function contentOf(html: string, kind: PageKind | null): Content {
  const bias = PAGE_KINDS.map((other) => (other === kind ? CERTAIN : 0));
  const models = { kind: { bias, signs: {} }, passages: { bias: 3, signs: {} } };
  return readContent(parseHtml(html, { scripts: false }), null, null, models);
}

const markdownOf = (html: string, kind: PageKind): string => writeBlocks(contentOf(html, kind).blocks);

const POST =
  '<article class="message"><h4 class="message-name">Ada</h4><time>Monday</time><div class="bbWrapper">A short ' +
  'answer.</div></article>';

test('posts that are less than a third of the main text are not all that is read', () => {
  const text = `<p>${'The mill turns with the tide. '.repeat(20)}</p>`;
  assert.doesNotMatch(markdownOf(`${POST}${POST}<p>One more word.</p>`, 'forum'), /One more word/);
  assert.match(markdownOf(`${POST}${POST}${text}`, 'forum'), /The mill turns/);
});

test('an article that has less than a third of the main text is not all that is read', () => {
  const article = `<article><h1>Mills</h1><p>${'A mill has a wheel, a stone and a roof. '.repeat(8)}</p></article>`;
  const item = (index: number): string => `<li><a href="/${index}">Item ${index}</a> of the list with words</li>`;
  const list = (count: number): string =>
    `<ul>${Array.from({ length: count }, (_, index) => item(index)).join('')}</ul>`;
  const page = (count: number): string => `<div>${article}</div><div>${list(count)}</div>`;
  assert.match(markdownOf(page(3), 'article'), /A mill has a wheel/);
  assert.match(markdownOf(page(200), 'article'), /Item 199/);
});

test('an article without the ingredients that the page states and shows is not all that is read', () => {
  const items = ['500 g coarse flour', '3 cups cold water', '2 tsp dry yeast', '1 tsp fine salt'];
  const article = `<article><h1>Bread</h1><p>${'The miller bakes, and a guest eats with the crew. '.repeat(8)}</p></article>`;
  const list = `<div class="box"><ul>${items.map((item) => `<li><a href="/shop">${item}</a>`).join('')}</ul></div>`;
  const pageOf = (stated: object): string =>
    `<script type="application/ld+json">${JSON.stringify(stated)}</script><div>${article}</div>${list}`;
  assert.doesNotMatch(markdownOf(pageOf({ name: 'Bread' }), 'article'), /coarse flour/);
  const read = markdownOf(pageOf({ '@type': 'Recipe', recipeIngredient: items }), 'article');
  assert.match(read, /A guest|The miller bakes/);
  for (const item of items) assert.ok(read.includes(item), item);
});

test('stated ingredients stay whatever the choice of passages says', () => {
  const items = ['500 g coarse flour', '3 cups cold water', '2 tsp dry yeast'];
  const script = `<script type="application/ld+json">${JSON.stringify({ recipeIngredient: items })}</script>`;
  const bias = PAGE_KINDS.map((kind) => (kind === 'collection' ? CERTAIN : 0));
  const models = { kind: { bias, signs: {} }, passages: { bias: -1, signs: { tagP: [9, 0] as const } } };
  const html =
    `${script}<p>${'The page has words. '.repeat(10)}</p><ul><li>${items.join('<li>')}</ul><ul><li>Other words ` +
    'of it</ul>';
  const read = writeBlocks(readContent(parseHtml(html, { scripts: false }), null, null, models).blocks);
  assert.ok(items.every((item) => read.includes(item)) && !read.includes('Other words'), read);
});

test('shops show one picture of each product', () => {
  const card = '<div><img src="a.png" alt="front"><img src="b.png" alt="back"><p>A millstone of granite.</p></div>';
  assert.match(markdownOf(card, 'documentation'), /front.*back/s);
  for (const kind of ['collection', 'listing', 'product'] as const) {
    assert.match(markdownOf(card, kind), /front/);
    assert.doesNotMatch(markdownOf(card, kind), /back/);
  }
});

test('a page with hardly any text gets the longest one that it states for machines', () => {
  const stated = `Granite stone for tide mills, dressed by hand, with ${'many '.repeat(12)}furrows.`;
  const script = `<script type="application/ld+json">${JSON.stringify({ name: 'Stone', description: stated })}</script>`;
  const thin = markdownOf(`${script}<p>Loading the stone.</p>`, 'documentation');
  assert.ok(thin.includes(stated) && thin.includes('Loading the stone.'), thin);
  const full = markdownOf(`${script}<p>${'The page has words of its own. '.repeat(10)}</p>`, 'documentation');
  assert.ok(!full.includes('Granite'), full);
});

test('the confidence is the probability of the kind', () => {
  const confidenceOf = (kind: PageKind | null): string | undefined =>
    contentOf('<p>A page.</p>', kind).properties['page_kind_confidence'];
  assert.equal(confidenceOf(null), (1 / PAGE_KINDS.length).toFixed(2));
  assert.equal(confidenceOf('forum'), '1.00');
});

test('a product has the description that JSON-LD states, if the page shows it nowhere', () => {
  const description = `Granite stone for tide mills, dressed by hand, with ${'many '.repeat(12)}furrows.`;
  const products = {
    '@type': 'Product',
    description,
    isRelatedTo: { '@type': 'Product', description: 'Oak '.repeat(90) },
  };
  const shop =
    '<script ' +
    `type="application/ld+json">${JSON.stringify(products)}</script><h1>Stone</h1><p>${'The mill ships it on a barge. '.repeat(20)}</p>`;
  const count = (html: string, kind: PageKind): number => markdownOf(html, kind).split('Granite stone').length - 1;
  assert.equal(count(shop, 'product'), 1);
  assert.equal(count(`${shop}<p>${description}</p>`, 'product'), 1);
  assert.equal(count(shop, 'documentation'), 0);
  assert.doesNotMatch(markdownOf(shop, 'product'), /Oak/);
});
