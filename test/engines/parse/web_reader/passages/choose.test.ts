import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import type { PageKind } from '../../../../../engines/parse/web_reader/kind/kind.ts';
import { choosePassages } from '../../../../../engines/parse/web_reader/passages/choose.ts';
import type { PassageWeights } from '../../../../../engines/parse/web_reader/passages/choose.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

/** Texts that a model keeps on a page of this kind; without one, everything is content. */
function chosen(kind: PageKind, html: string, weights: PassageWeights = { bias: 3, signs: {} }): string[] {
  const measures = measurePage(parseHtml(html, { scripts: false }), null);
  assert.ok(measures);
  const estimate = { kind, confidence: 1, product: Number(kind === 'product') };
  return choosePassages(measures, estimate, weights).map(({ text }) => text);
}

const TWICE =
  '<div class="desktop"><p>Made of oak in one piece.</p></div><div class="phone"><p>Made of oak in one ' +
  'piece.</p></div>';

test('a product text that the page has for phones and for wide screens is kept once', () => {
  assert.deepEqual(chosen('product', TWICE), ['Made of oak in one piece.']);
  assert.equal(chosen('documentation', TWICE).length, 2);
});

test('short labels and cells of tables may be the same', () => {
  assert.equal(chosen('product', '<p>In stock</p><p>In stock</p>').length, 2);
  const row = '<tr><td>oak with a coat of oil</td></tr>';
  assert.equal(chosen('product', `<table>${row}${row}</table><p>${'word '.repeat(40)}</p>`).length, 3);
});

test('in a manual, what stands between the chosen passages is kept', () => {
  const text = 'The mill grinds when the water runs out, and rests when it comes in again. ';
  const html = `<div>${`<p>${text.repeat(4)}</p>`.repeat(4)}<ul>${'<li>--option</li>'.repeat(8)}</ul>${`<p>${text.repeat(4)}</p>`.repeat(4)}</div>`;
  const weights = { bias: 3, signs: { tagLi: [-30, 0] as const } };
  assert.ok(!chosen('article', html, weights).includes('--option'));
  assert.ok(chosen('documentation', html, weights).includes('--option'));
});
