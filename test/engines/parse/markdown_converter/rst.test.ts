/** Documents in reStructuredText become headings, lists, tables, code and notes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOf, parse } from '../../../support/documents/parse.ts';

const RST = { mediaType: 'text/x-rst' };
const rst = (source: string): Promise<string> => markdownOf(source, RST);

test('levels follow the order of the adornments; fields are facts', async () => {
  const { markdown, title, authors, createdAt } = await parse(
    '====\nMill\n====\n\n:Author: Ada Maas\n:Date: ' +
      '2020-03-01\n\nOne\n===\n\nTwo\n---\n\nText\n\nThree\n=====\n\n----\n',
    RST,
  );
  assert.equal(
    markdown,
    '# Mill\n\n**Author:** Ada Maas\n\n**Date:** 2020-03-01\n\n## One\n\n### Two\n\nText\n\n## Three\n\n---\n',
  );
  assert.deepEqual([title, authors, createdAt], ['Mill', ['Ada Maas'], '2020-03-01T00:00:00.000Z']);
});

test('text has its format, roles, links and substitutions', async () => {
  assert.equal(
    await rst(
      '*i* **b** ``c`d`` :sub:`2` :py:func:`~a.b` `A <http://a.example>`_ Home_ `the home`__ |v| \\*no\\* a_b ' +
        ':math:`x^2`\n\n.. _home: http://h.example\n.. |v| replace:: 1.0',
    ),
    '*i* **b** ``c`d`` <sub>2</sub> `a.b` [A](http://a.example) [Home](http://h.example) the home 1.0 \\*no\\* ' +
      'a_b $x^2$',
  );
});

test('lists, definitions, quotes and literal text', async () => {
  assert.equal(
    await rst(
      '* one\n\n  - inner\n* two\n\n3. three\n#. four\n\nterm : kind\n  what\n\nCode::\n\n  a\n    b\n\n  ' +
        'c\n\nText\n\n  quoted',
    ),
    '- one\n  - inner\n- two\n\n3. three\n4. four\n\n**term (kind)**\n\nwhat\n\nCode:\n\n```\na\n  ' +
      'b\n\nc\n```\n\nText\n\n> quoted',
  );
});

test('tables keep columns, heads and spans', async () => {
  assert.equal(
    await rst(
      '+---+---+\n| a | b |\n+===+===+\n| c     |\n+---+---+\n\n=== ===\nA   B\n=== ===\n1   2\n    3\n=== ===\n\nend',
    ),
    '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td colspan="2">c</td></tr>\n</table>\n\n| A | B |\n| --- | ' +
      '--- |\n| 1 | 2 3 |\n\nend',
  );
});

test('a note that begins beside its name may go on in further paragraphs', async () => {
  assert.equal(
    await markdownOf('.. note:: Mind the gap.\n\n   And the tide.\n', RST),
    '> **Note:**\n>\n> Mind the gap.\n>\n> And the tide.',
  );
});

test('names of directives that a program would understand are none', async () => {
  assert.equal(await markdownOf('.. constructor:: a\n\n   b\n', RST), 'a\n\nb');
});

test('directives are code, quotes, pictures, tables or nothing', async () => {
  const { markdown, warnings } = await parse(
    '.. code-block:: c\n   :linenos:\n\n   int a;\n\n.. note:: Mind\n   the gap.\n\n.. image:: a.png\n   :alt: ' +
      'A\n\n.. csv-table:: T\n   :header: x, y\n\n   1, 2\n\n.. contents::\n.. a comment\n\n.. include:: b.rst\n',
    RST,
  );
  assert.equal(
    markdown,
    '```c\nint a;\n```\n\n> **Note:**\n>\n> Mind the gap.\n\n![A](a.png)\n\n**T**\n\n| x | y |\n| --- | --- ' +
      '|\n| 1 | 2 |\n',
  );
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['include_omitted'],
  );
});

test('notes are numbered by their references, citations stay in place', async () => {
  assert.equal(
    await rst('A [#]_ B [1]_ [Roe]_\n\n.. [1] one\n.. [#] auto\n.. [Roe] A book.'),
    'A [^1] B [^2] [Roe]\n\n[Roe]\n\nA book.\n\n[^1]: auto\n[^2]: one',
  );
});

test('substitutions are limited in all', async () => {
  const { markdown } = await parse(`.. |a| replace:: ${'b'.repeat(10_000)}\n\n${'|a| '.repeat(10_000)}`, RST);
  assert.ok(markdown.length < 500_000);
});
