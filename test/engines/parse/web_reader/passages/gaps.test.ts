import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';
import { filledText } from '../../../../../engines/parse/web_reader/passages/gaps.ts';

const SAID = 'This paragraph is long enough to be taken for the text of a manual by whoever reads it.';

/** Texts of a page of which those were chosen that begin with "This". */
function filled(body: string): string[] {
  const measures = measurePage(parseHtml(`<body>${body}</body>`, { scripts: false }), null);
  assert.ok(measures);
  const chosen = measures.passages.filter(({ text }) => text.startsWith('This'));
  return filledText(chosen, measures)
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('This'));
}

test('what stands between the chosen passages is kept, but what is hidden or leads elsewhere', () => {
  const between =
    '<h3>Synopsis</h3><pre>SELECT</pre><p hidden>Copied!</p><p><a href="x">See another page</a></p>' +
    '<p class="src">fromText :: <a href="t">Text</a> -&gt; <a href="k">Key</a></p>';
  assert.deepEqual(filled(`<div><p>${SAID}</p>${between}<p>${SAID}</p></div>`), [
    'Synopsis',
    'SELECT',
    'fromText :: Text -> Key',
  ]);
});

test('names of sections between the passages say what they are about', () => {
  const section = `<div id="sql-for-update-share"><p>Locks</p></div>`;
  assert.deepEqual(filled(`<div><p>${SAID} ${SAID}</p>${section}<p>${SAID} ${SAID}</p></div>`), ['Locks']);
  assert.deepEqual(filled(`<div><p>${SAID} ${SAID}</p><p>${SAID} ${SAID}</p>${section}</div>`), []);
});

test('sections with headings beside the text belong to it, navigation does not', () => {
  const text = `<div class="summary"><p>${SAID}</p><p>${SAID}</p></div>`;
  const members = '<div><h2>Members</h2><p>size()</p></div>';
  const menu = '<div><h2>Pages</h2><p><a href="a">One</a> of <a href="b">the other pages</a></p></div>';
  const page = (beside: string): string => `<div>${text}${beside}</div><div>Made by hand</div>`;
  assert.deepEqual(filled(page(members)), ['Members', 'size()']);
  assert.deepEqual(filled(page('<div>size()</div>')), []);
  assert.deepEqual(filled(page(menu)), []);
});

test('a table of the text is kept whole, however large; one around the text is not', () => {
  const rows = '<tr><td><a href="1">01000</a></td><td>warning</td></tr>'.repeat(3);
  const [said, most] = [`<tr><td>${SAID}</td><td>${SAID}</td></tr>`, `<tr><td>${SAID}</td></tr>`.repeat(3)];
  assert.deepEqual(filled(`<div><table>${said}${most}${rows}</table></div>`), [
    '01000',
    'warning',
    '01000',
    'warning',
    '01000',
    'warning',
  ]);
  const layout = `<table><tr><td><a href="a">Contents</a></td><td><p>${SAID}</p><p>${SAID}</p></td></tr></table>`;
  assert.deepEqual(filled(layout), []);
});

test('links to the pages around this one are dropped, even from the text', () => {
  const texinfo =
    'Next: <a href="n" rel="next">Arrays</a>, Up: <a href="u" rel="up">Types</a> [<a href="c" ' +
    'rel="contents">Contents</a>]';
  const docbook = '<td><a accesskey="p" href="p">Prev</a></td><td>Chapter 2</td>';
  assert.deepEqual(
    filled(`<div><p>${SAID}</p><p>${texinfo}</p><table><tr>${docbook}</tr></table><p>${SAID}</p></div>`),
    ['Chapter 2'],
  );
});

test('nothing is added where nothing was chosen', () => {
  assert.deepEqual(filled('<p>Nothing to say</p>'), []);
});
