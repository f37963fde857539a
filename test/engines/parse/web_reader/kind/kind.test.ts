import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_KINDS } from '../../../../../engines/parse/web_reader/kind/kind.ts';
import { KIND_SIGNS } from '../../../../../engines/parse/web_reader/kind/signs.ts';
import { KIND_WEIGHTS } from '../../../../../engines/parse/web_reader/kind/weights.ts';
import { PASSAGE_SIGNS } from '../../../../../engines/parse/web_reader/passages/signs.ts';
import { PASSAGE_WEIGHTS } from '../../../../../engines/parse/web_reader/passages/weights.ts';
import { parse } from '../../../../support/documents/parse.ts';

test('each sign has its weights', () => {
  assert.deepEqual(Object.keys(KIND_WEIGHTS.signs), KIND_SIGNS);
  assert.ok(Object.values(KIND_WEIGHTS.signs).every((weights) => weights.length === PAGE_KINDS.length));
  assert.deepEqual(Object.keys(PASSAGE_WEIGHTS.signs), PASSAGE_SIGNS);
});

test('the kind of a page and its confidence are properties', async () => {
  const cards = Array.from(
    { length: 24 },
    (_, index) =>
      `<li class="product-card"><a href="/products/stone-${index}"><img src="/${index}.jpg" ` +
      `alt=""><h3>Millstone ${index}</h3></a><span class="price">$${index + 20}.00</span><button>Add to ` +
      'cart</button></li>',
  );
  const { properties, markdown } = await parse(
    '<!doctype html><html lang="en"><head><title>Millstones</title></head><body><header><nav><a ' +
      'href="/">Home</a></nav></header><main><h1>Millstones</h1><p>Sort by: price. 24 items</p><ul ' +
      `class="product-grid">${cards.join('')}</ul></main><footer>Imprint</footer></body></html>`,
    { engine: 'web_reader', mediaType: 'text/html', url: 'https://shop.x.example/collections/millstones' },
  );
  assert.equal(properties['page_kind'], 'collection');
  const confidence = Number(properties['page_kind_confidence']);
  assert.ok(confidence > 0 && confidence <= 1);
  assert.ok(markdown.includes('### [Millstone 7](https://shop.x.example/products/stone-7)'), markdown);
  assert.doesNotMatch(markdown, /Home|Imprint|Add to cart/);
});
