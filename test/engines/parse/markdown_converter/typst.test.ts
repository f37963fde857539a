/** Typst documents are read as they are written, without their scripts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOf, parse } from '../../../support/documents/parse.ts';

const TYPST = { mediaType: 'text/x-typst' };
const typst = (source: string): Promise<string> => markdownOf(source, TYPST);

test('headings, lists, terms and code', async () => {
  assert.equal(
    await typst('= One <one>\nText\nmore // comment\n== Two\n- a\n  + b\n  + c\n/ Term: what\n```py\nx = 1\n```'),
    '# One\n\nText more\n\n## Two\n\n- a\n  1. b\n  2. c\n- **Term** what\n\n```py\nx = 1\n```',
  );
});

test('text has its format, links, formulas and content of calls', async () => {
  assert.equal(
    await typst('*b* _i_ `c` $x^2$ #link("http://a.example")[A] #super[2] #underline[u] a--b \\# @one\\\nend'),
    '**b** *i* `c` $x^2$ [A](http://a.example) <sup>2</sup> u a–b # [one]  \nend',
  );
});

test('settings are facts, and scripts are omitted with a warning', async () => {
  const { markdown, title, authors, warnings } = await parse(
    '#set document(\n  title: "Mills",\n  author: "Ada Maas",\n)\n#let f(n) = (\n  if n { 1 }\n)\n#table(\n  ' +
      'columns: 2, [a], [b]\n)\nText',
    TYPST,
  );
  assert.deepEqual([markdown, title, authors], ['Text\n', 'Mills', ['Ada Maas']]);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['script_omitted'],
  );
});
