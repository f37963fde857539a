import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { passageViews } from '../../../../../engines/parse/web_reader/passages/views.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

test('JSON-LD tells the description of a product from the reviews of its buyers', () => {
  const json =
    '{"@type":"Product","description":"A shelf for all your books.","review":{"reviewBody":"Mine has stood for ' +
    'years."}}';
  const measures = measurePage(
    parseHtml(
      `<script type="application/ld+json">${json}</script><p>A shelf for all your books.</p><p>Mine has stood ` +
        'for years.</p>',
      { scripts: false },
    ),
    null,
  );
  assert.ok(measures);
  assert.deepEqual(
    passageViews(measures).map(({ stated, statedReview }) => [stated, statedReview]),
    [
      [1, 0],
      [0, 1],
    ],
  );
});
