import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

/** Shares of links in the passages of a page. */
function linked(body: string): number[] {
  const measures = measurePage(parseHtml(`<body>${body}</body>`, { scripts: false }), null);
  assert.ok(measures);
  return measures.passages.map((passage) => passage.linked);
}

test('the target of a link, which XHTML leaves open, makes no link of the text behind it', () => {
  assert.deepEqual(linked('<p><a id="s1" name="s1" />Sections</p><p>and text</p>'), [0, 0]);
});

test('a link without an address that a script follows is one', () => {
  assert.deepEqual(
    linked('<p><a href="x">Next</a></p><p><a class="button" id="buy">Buy</a></p><p><a>Menu</a></p>'),
    [1, 1, 1],
  );
});
