/** Org documents become headings, lists, tables, code and notes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const ORG = { mediaType: 'text/x-org' };
const org = (source: string): Promise<string> => markdownOf(source, ORG);

test('settings are facts, and a title moves headlines down', async () => {
  const { markdown, title, authors, language, createdAt, warnings } = await parse(
    '#+TITLE: Mills\n#+author: Ada Maas\n#+date: <2020-03-01 Sun>\n#+language: de\n#+include: "a.org"\n* TODO ' +
      'One :tag:\n:PROPERTIES:\n:ID: 1\n:END:\nSCHEDULED: <2020-01-01>\nText',
    ORG,
  );
  assert.equal(markdown, '# Mills\n\n## TODO One :tag:\n\nText\n');
  assert.deepEqual([title, authors, language, createdAt], ['Mills', ['Ada Maas'], 'de', '2020-03-01T00:00:00.000Z']);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['include_omitted'],
  );
});

test('text has its format, links and formulas', async () => {
  assert.equal(
    await org(
      '*bold* /italic/ =a*b= ~c~ +gone+ a*b H_{2}O [[http://a.example][A /b/]] [[*Place]] $x_1$ ' +
        '\\alpha\nnext\\\\\nline',
    ),
    '**bold** *italic* `a*b` `c` ~~gone~~ a\\*b H<sub>2</sub>O [A *b*](http://a.example) Place $x_1$ α next  \nline',
  );
});

test('lists nest, with boxes, numbers and terms', async () => {
  assert.equal(
    await org('- [X] one\n  more\n  1. inner\n  2. second\n- term :: what\n\n* H'),
    '- [x] one more\n  1. inner\n  2. second\n- **term** what\n\n# H',
  );
});

test('tables, code, quotes and fixed lines', async () => {
  assert.equal(
    await org(
      '#+caption: Tides\n| a | b |\n|---+---|\n| 1 | 2 |\n\n#+begin_src js -n\n  let ' +
        'a;\n#+end_src\n#+begin_quote\nq\n#+end_quote\n: f\n-----',
    ),
    'Tides\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```js\nlet a;\n```\n\n> q\n\n```\nf\n```\n\n---',
  );
});

test('notes may come before or after their references, or inside them', async () => {
  assert.equal(await org('A[fn:1] B[fn::inner]\n\n[fn:1] outer'), 'A[^1] B[^2]\n\n[^1]: outer\n[^2]: inner');
});

test('what nothing ends is text, and nesting is limited', async () => {
  assert.equal(await org(':drawer:\n*a\n[[b'), ':drawer: \\*a [[b');
  await parse('- a\n'.repeat(100_000), ORG);
  await parse(`${' - a\n'.repeat(10)}${'*'.repeat(100_000)}`, ORG);
  await assertFails(parse('#+title:\n# comment', ORG), 'empty');
});
