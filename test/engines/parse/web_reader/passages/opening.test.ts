import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { withOpening } from '../../../../../engines/parse/web_reader/passages/opening.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

const MIDDLE =
  'In the middle of the article stands what a page builder has put in a section of its own, which is what was found.';
const OPENING =
  'At its beginning the article says what it is about, in sentences that are long enough to be taken for text ' +
  'and for no teaser.';

/** Texts of the page with the opening of an article of which {@link MIDDLE} was found. */
function opened(page: string, chosen = /./): string[] {
  const measures = measurePage(parseHtml(`<body>${page}</body>`, { scripts: false }), null);
  assert.ok(measures);
  const content = measures.passages.filter(({ text }) => chosen.test(text));
  return withOpening(MIDDLE, measures, content).map(({ text }) => text);
}

const section = (text: string): string => `<section><p>${text}</p></section>`;
const BEGIN =
  '<p>Teaser of another article, which is long enough to be taken for a sentence of the text of ' +
  'one.</p><h1>Mills</h1>';

test('sentences between the title and the article are its opening, with their headings', () => {
  const offer = `<div class="newsletter">${section(OPENING)}</div>`;
  const page = `${BEGIN}<h2>First</h2>${offer}${section(OPENING)}${section(OPENING)}${section(MIDDLE)}<p>A comment.</p>`;
  assert.deepEqual(opened(page), ['First', OPENING, OPENING, MIDDLE]);
});

test('an article that has its beginning has no other', () => {
  assert.deepEqual(opened(`${BEGIN}${section(MIDDLE)}${section(OPENING)}${section(OPENING)}`), []);
});

test('little text, what is no content, and what stands on a page without a title are no opening', () => {
  assert.deepEqual(opened(`${BEGIN}${section(OPENING)}${section(MIDDLE)}`), []);
  assert.deepEqual(opened(`${BEGIN}${section(OPENING)}${section(OPENING)}${section(MIDDLE)}`, /middle/), []);
  assert.deepEqual(opened(`${section(OPENING)}${section(OPENING)}${section(MIDDLE)}`), []);
  assert.deepEqual(opened(`${BEGIN}${section(OPENING)}${section(OPENING)}`), []);
});
