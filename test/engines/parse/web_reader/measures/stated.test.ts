import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { readStated } from '../../../../../engines/parse/web_reader/measures/stated.ts';

const stated = (json: string) => readStated(parseHtml(`<script type="application/ld+json">${json}</script>`));

test('types, texts and products are found wherever they are', () => {
  const { types, texts, products } = stated(
    '{"@graph":[{"@type":["Product","Thing"],"name":"Stone","offers":{"@type":"Offer"}},{"@type":"FAQPage","mainEntity":[{"acceptedAnswer":{"text":"Yes."}}]}]}',
  );
  assert.deepEqual([...types].sort(), ['FAQPage', 'Offer', 'Product', 'Thing']);
  assert.deepEqual(texts, ['Stone', 'Yes.']);
  assert.equal(products.length, 1);
});

test('what visitors wrote in reviews is not what the page states of itself', () => {
  const { texts, reviews } = stated(
    '{"@type":"Product","name":"Shelf","review":[{"@type":"Review","name":"Sturdy","reviewBody":"It ' +
      'stands.","author":{"@type":"Person","name":"Ada"}}],"description":"A shelf."}',
  );
  assert.deepEqual(texts, ['Shelf', 'A shelf.']);
  assert.deepEqual(reviews, ['Sturdy', 'It stands.', 'Ada']);
  // A page that is a review states it of itself.
  assert.deepEqual(stated('{"@type":"Review","name":"On shelves"}').texts, ['On shelves']);
});

test('lists of instructions keep their texts and the names of their tools', () => {
  const { lists } = stated(
    '{"@type":"HowTo","tool":[{"@type":"HowToTool","name":"Chisel","url":"x"}],"step":{"@type":"HowToStep","text":"Dress it."},"name":"Dressing"}',
  );
  assert.deepEqual(lists.map(({ subject, items }) => `${subject}: ${items.join()}`).toSorted(), [
    'Dressing: Chisel',
    'Dressing: Dress it.',
  ]);
});

test('types of microdata count as well', () => {
  const page = parseHtml('<div itemscope itemtype="https://schema.org/Product"></div>');
  assert.ok(readStated(page).types.has('Product'));
});

test('what is no JSON, too deep or too long gives nothing and takes no time', () => {
  assert.deepEqual(stated('{').texts, []);
  assert.deepEqual(stated('{"a":'.repeat(50_000)).texts, []);
  assert.deepEqual(stated(`${'['.repeat(30_000)}{"name":"deep"}${']'.repeat(30_000)}`).texts, []);
  assert.deepEqual(stated(`{"name":"${'a'.repeat(600_000)}"}`).texts, []);
});
