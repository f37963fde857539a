import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from '../../../../../engines/parse/documents/html/blocks.ts';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';
import { prune } from '../../../../../engines/parse/web_reader/passages/prune.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

/** Markdown of the passages whose text has an x. */
function pruned(html: string): string {
  const measures = measurePage(parseHtml(html, { scripts: false }), null);
  assert.ok(measures);
  prune(
    measures.body,
    measures.passages.filter(({ text }) => text.includes('x')),
  );
  return writeBlocks(readBlocks(measures.body, null));
}

test('only the chosen text stays, with its links, lists and headings', () => {
  assert.equal(
    pruned('<h2>x one</h2><p>no</p><ul><li>x <a href="/a">two</a><li>no</ul><div>no<p>x <b>three</b></div>'),
    '## x one\n\n- x [two](/a)\n\nx **three**',
  );
});

test('cells keep their columns', () => {
  assert.equal(
    pruned('<table><tr><th>x<th>no<th>x<tr><td>x1<td>x2<td>x3</table>'),
    '| x |  | x |\n| --- | --- | --- |\n| x1 | x2 | x3 |',
  );
});

test('code stays as it is', () => {
  assert.equal(pruned('<pre><code class="language-js">x = 1;\n  y = 2;</code></pre>'), '```js\nx = 1;\n  y = 2;\n```');
});

test('code in blocks for its lines stays whole', () => {
  const lines =
    '<div class="line"><span>using </span><a href="s">x</a>;</div><div class="line"> </div><div class="line">y;</div>';
  assert.equal(pruned(`<div class="fragment">${lines}</div><p>no</p>`), '```\nusing x;\n \ny;\n```');
});

test('pictures stay beside chosen text', () => {
  const picture = (name: string): string => `<span><img src="${name}.png" alt="${name}"></span>`;
  assert.equal(
    pruned(`${picture('logo')}<div>${picture('a')}<p>x</p></div><div>${picture('b')}no</div>`),
    '![a](a.png)\n\nx',
  );
});

test('hidden panels and noscript elements are shown', () => {
  assert.equal(
    pruned('<div hidden><p style="display:none">x one</p></div><noscript><p>x two</p></noscript>'),
    'x one\n\nx two',
  );
});
