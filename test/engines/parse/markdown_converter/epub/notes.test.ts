import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEpub, type BookParts } from '../../../../support/documents/epub.ts';
import { markdownOf } from '../../../../support/documents/parse.ts';

const EPUB = { mediaType: 'application/epub+zip' };
const read = (chapters: readonly string[], parts?: BookParts): Promise<string> =>
  markdownOf(makeEpub(chapters, parts), EPUB);
const ref = (href: string, mark: string, more = ''): string =>
  `<a epub:type="noteref" href="${href}" ${more}>${mark}</a>`;
const endnote = (id: string, content: string): string => `<li id="${id}" epub:type="endnote"><p>${content}</p></li>`;

test('notes beside the text and in another file are notes, in the order of their references', async () => {
  const first =
    `<h1>One</h1><p>High${ref('c3.xhtml#n1', '1', 'id="r1"')} at noon<sup>${ref('#f', '*')}</sup>.</p>` +
    '<aside epub:type="footnote" id="f" hidden="hidden"><p>* By the <em>gauge</em>.</p><p>At the weir.</p></aside>';
  const second = `<h1>Two</h1><p>Low<sup>[${ref('c3.xhtml#n2', '2', 'id="r2"')}]</sup>, as before${ref('c3.xhtml#n1', '1')}.</p>`;
  const items = [
    endnote('n1', 'First. <a href="c1.xhtml#r1">↩</a>'),
    endnote('n2', '<a href="c2.xhtml#r2">2</a>. Second, see <a href="#n1">1</a>.'),
  ];
  const notes = `<section epub:type="endnotes"><h1>Notes</h1><ol>${items.join('')}</ol></section>`;
  assert.equal(
    await read([first, second, notes]),
    '# One\n\nHigh[^1] at noon[^2].\n\n# Two\n\nLow[^3], as before[^1].\n\n[^1]: First.\n[^2]: By the *gauge*.\n\n' +
      '    At the weir.\n[^3]: Second, see [^1].',
  );
});

test('roles mark notes as types do, and one of both marks is enough', async () => {
  const byRole =
    '<p>High <a role="doc-noteref" href="#a">1</a> low <a href="#b">2</a></p>' +
    '<p id="a">1. At noon. <a role="doc-backlink" href="#x">Back</a></p><div role="doc-footnote" id="b">At six.</div>';
  assert.equal(await read([byRole]), 'High [^1] low [^2]\n\n[^1]: At noon.\n[^2]: At six.');
  const aroundPlace = `<p>High${ref('#a', '1')}</p><ul><li><a id="a"/>At noon.</li></ul>`;
  assert.equal(await read([aroundPlace]), 'High[^1]\n\n[^1]: At noon.');
});

test('without marks of their own, links that lead to each other are a reference and its note', async () => {
  const text =
    '<h1>One</h1><p>High<sup><a id="r1" href="c2.xhtml#n1">1</a></sup> at noon <a href="c2.xhtml#n2">2</a>.</p>' +
    '<p><a id="t" href="c2.xhtml#toc">3</a> gates</p>';
  const notes =
    '<h1>Notes</h1><p id="n1"><a href="c1.xhtml#r1">1</a>. By the gauge.</p><p id="n2">2. At the weir.</p>' +
    '<p><a id="toc" href="c1.xhtml#t">3</a> gates</p>';
  assert.equal(
    await read([text, notes]),
    '# One\n\nHigh[^1] at noon [2](#notes).\n\n[3](#notes) gates\n\n# Notes\n\n2\\. At the weir.\n\n[3](#one) gates\n\n' +
      '[^1]: By the gauge.',
  );
  const page = '<p>High <a id="r1" href="#n1">1</a></p><p id="n1"><a href="#r1">1</a> By the gauge.</p>';
  assert.equal(await markdownOf(page, { mediaType: 'text/html' }), 'High [1](#n1)\n\n[1](#r1) By the gauge.');
});

test('what is no mark, or leads to more than a note, stays a link', async () => {
  const words = `<h1>T</h1><p>See <a href="#a">the gauge</a>${ref('#a', '1')}.</p><p id="a" epub:type="footnote">It.</p>`;
  assert.equal(await read([words]), '# T\n\nSee [the gauge](#t)[^1].\n\n[^1]: It.');
  const many = `<h1>T</h1><p>${ref('#a', '1')} ${ref('#b', '2')}</p><div><a id="a"/>One <a id="b"/>Two</div>`;
  assert.equal(await read([many]), '# T\n\n[1](#t) [2](#t)\n\nOne Two');
  const section = `<h1>T</h1><p>${ref('#a', '1')}</p><section id="a"><h2>Gauge</h2><p>It.</p></section>`;
  assert.equal(await read([section]), '# T\n\n[1](#gauge)\n\n## Gauge\n\nIt.');
  const gone = `<h1>T</h1><p>${ref('#gone', '1')} ${ref('https://example.org/#a', '2')} ${ref('#me', '3', 'id="me"')}</p>`;
  assert.equal(await read([gone]), '# T\n\n[1](#t) [2](https://example.org/#a) [3](#t)');
});

test('notes that nothing refers to stay, with their number and below their heading', async () => {
  const text = `<h1>One</h1><p>High${ref('c2.xhtml#n2', '2')}</p>`;
  const items = ['First', 'Second', 'Third'].map((words, index) => endnote(`n${index + 1}`, words));
  assert.equal(
    await read([text, `<h1>Notes</h1><ol>${items.join('')}</ol>`]),
    '# One\n\nHigh[^1]\n\n# Notes\n\n1. First\n3. Third\n\n[^1]: Second',
  );
});

test('a heading is left out only if nothing but notes was below it', async () => {
  const note = '<aside epub:type="footnote" id="f">It.</aside>';
  const sections = `<h1>T</h1><p>${ref('#f', '1')}</p><h2>Notes</h2>${note}<h2>Index</h2><p>A</p>`;
  assert.equal(await read([sections]), '# T\n\n[^1]\n\n## Index\n\nA\n\n[^1]: It.');
  assert.equal(await read([`<h1>T${ref('#f', '1')}</h1>${note}`]), '# T[^1]\n\n[^1]: It.');
  assert.equal(await read([`<h1>T</h1>${note}<p>${ref('#f', '1')}</p>`]), '# T\n\n[^1]\n\n[^1]: It.');
});

test('nothing of a note is lost: a link that is all of it, words after its number, one that is referred to unseen', async () => {
  const whole = `<p>A${ref('#a', '1', 'id="r"')}</p><p id="a"><a href="#r">At noon.</a></p>`;
  assert.equal(await read([whole]), 'A[^1]\n\n[^1]: At noon.');
  const number = `<p>A${ref('#a', '12')}</p><p id="a">12 gates are shut.</p>`;
  assert.equal(await read([number]), 'A[^1]\n\n[^1]: 12 gates are shut.');
  const line = `<h1>T</h1><p>A${ref('#a', '*', 'id="r"')}</p><p id="a"><a href="#r">Line 20.</a> At noon.</p>`;
  assert.equal(await read([line]), '# T\n\nA[^1]\n\n[^1]: [Line 20.](#t) At noon.');
  const unseen = `<p>A<span hidden="hidden">${ref('#a', '1')}</span></p><p id="a">At noon.</p>`;
  assert.equal(await read([unseen]), 'A\n\n[^1]: At noon.');
  const sign = `<p>A${ref('#a', '1', 'id="r"')}</p><p id="a">[<i>sic</i>] noon (<a href="#r">1</a>)</p>`;
  assert.equal(await read([sign]), 'A[^1]\n\n[^1]: [*sic*] noon');
});

test('notes may be in a file outside the reading order, which is read after it if more than notes is left', async () => {
  const text = `<h1>One</h1><p>High${ref('n.xhtml#n1', '1')}</p>`;
  const page = (body: string): string => `<html xmlns:epub="x"><body>${body}</body></html>`;
  const item = { items: { 'n.xhtml': 'application/xhtml+xml' } };
  const note = '<aside epub:type="footnote" id="n1">At noon.</aside>';
  assert.equal(
    await read([text], { ...item, files: { 'n.xhtml': page(note) } }),
    '# One\n\nHigh[^1]\n\n[^1]: At noon.',
  );
  assert.equal(
    await read([text], { ...item, files: { 'n.xhtml': page(`${note}<p>More</p>`) } }),
    '# One\n\nHigh[^1]\n\nMore\n\n[^1]: At noon.',
  );
});

test('notes of web pages are notes as well', async () => {
  const page =
    '<p>High<a href="#fn1" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section role="doc-endnotes"><hr>' +
    '<ol><li id="fn1"><p>At noon.<a href="#fnref1" role="doc-backlink">↩︎</a></p></li></ol></section>';
  assert.equal(await markdownOf(page, { mediaType: 'text/html' }), 'High[^1]\n\n[^1]: At noon.');
});
