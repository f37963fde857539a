import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { documentBlocks } from '../../../../engines/parse/formats/document-blocks.ts';
import type { DocumentBlock } from '../../../../engines/parse/formats/model.ts';
import type { BlockPlace } from '../../../../engines/parse/documents/types.ts';
import { runs } from '../../../support/depth.ts';

const blocksOf = (markdown: string, places: readonly BlockPlace[] = []): DocumentBlock[] => [
  ...documentBlocks({ markdown, pages: [], places }),
];
const shown = (markdown: string) =>
  blocksOf(markdown).map(({ type, level, marker, text }) => [type, level, marker, text]);

describe('the blocks of Markdown', () => {
  it('have types and plain text', () => {
    assert.deepEqual(
      shown(
        '# Mills *of* `tides`\n\nSome [text](https://a.org).\n\n> A quote\n\n$$E = mc^2$$\n\n```py\nx = ' +
          '1\n```\n\n![A mill](images/a.png)\n',
      ),
      [
        ['heading', 1, null, 'Mills of tides'],
        ['paragraph', null, null, 'Some text.'],
        ['quote', null, null, 'A quote'],
        ['formula', null, null, 'E = mc^2'],
        ['code', null, null, 'x = 1'],
        ['picture', null, null, 'A mill'],
      ],
    );
  });

  it('are items of lists by depth, with what is below them', () => {
    const blocks = blocksOf('# Top\n\n1. one\n   - two\n\n     more\n2. three\n\nAfter.\n');
    const texts = new Map(blocks.map(({ id, text }) => [id, text]));
    assert.deepEqual(
      blocks.map(({ type, level, marker, text, parent_id }) => [type, level, marker, text, texts.get(parent_id ?? '')]),
      [
        ['heading', 1, null, 'Top', undefined],
        ['list_item', 1, '1.', 'one', 'Top'],
        ['list_item', 2, '-', 'two', 'one'],
        ['paragraph', null, null, 'more', 'two'],
        ['list_item', 1, '2.', 'three', 'Top'],
        ['paragraph', null, null, 'After.', 'Top'],
      ],
    );
  });

  it('are footnotes, of one word too', () => {
    assert.deepEqual(shown('Text.[^a]\n\n[^a]: Word\n[^b]: Two words\n\n    and a paragraph\n').slice(1), [
      ['footnote', null, 'a', 'Word'],
      ['footnote', null, 'b', 'Two words'],
      ['footnote', null, 'b', 'and a paragraph'],
    ]);
  });

  it('are tables as grids, with pipes and in HTML', () => {
    const cells = (markdown: string) =>
      blocksOf(markdown)[0]?.table?.cells.map((cell) => [
        cell.row,
        cell.column,
        cell.row_span,
        cell.column_span,
        cell.text,
      ]);
    assert.deepEqual(cells('| A | B \\| C |\n| --- | --- |\n| 1<br>2 | **x** |\n'), [
      [0, 0, 1, 1, 'A'],
      [0, 1, 1, 1, 'B | C'],
      [1, 0, 1, 1, '1\n2'],
      [1, 1, 1, 1, 'x'],
    ]);
    const html =
      '<table>\n<tr><th colspan="2">A</th></tr>\n<tr><td ' +
      'rowspan="2">b</td><td>c<br>d</td></tr>\n<tr><td>&lt;e</td></tr>\n</table>';
    assert.deepEqual(cells(html), [
      [0, 0, 1, 2, 'A'],
      [1, 0, 2, 1, 'b'],
      [1, 1, 1, 1, 'c\nd'],
      [2, 1, 1, 1, '<e'],
    ]);
  });

  it('have the boxes of the places that they overlap, and their least confidence', () => {
    const box = { page: 1, x0: 0, y0: 0, x1: 9, y1: 9 };
    const place = (start: number, end: number, confidence: number | null) => ({ start, end, confidence, boxes: [box] });
    const markdown = '# Mills\n\n- one\n- two\n\nEnd.\n';
    const found = blocksOf(markdown, [place(0, 7, 0.9), place(9, 14, 0.8), place(15, 20, 0.7)]);
    assert.deepEqual(
      found.map(({ confidence, boxes, page }) => [confidence, boxes.length, page]),
      [
        [0.9, 1, 1],
        [0.8, 1, 1],
        [0.7, 1, 1],
        [null, 0, null],
      ],
    );
    assert.deepEqual(
      found.map(({ markdown: { start, end } }) => markdown.slice(start, end)),
      ['# Mills', '- one', '- two', 'End.'],
    );
  });

  it('have all words that readers of the Markdown see, whatever it says', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    const block = fc.oneof(
      line,
      line.map((text) => `## ${text}`),
      line.map((text) => `- ${text}\n  - ${text}\n\n    ${text}`),
      line.map((text) => `> ${text}\n>\n> 1. ${text}`),
      line.map((text) => `| ${text} | **${text}** |\n| --- | --- |\n| ${text} | [${text}](x) |`),
      line.map((text) => `<table>\n<tr><td colspan="2">${text}</td></tr>\n</table>`),
      line.map((text) => `\`\`\`\n${text}\n\`\`\``),
      line.map((text) => `![${text}](images/a.png) ${text}`),
      line.map((text) => `<details><summary>${text}</summary>${text}</details>`),
      line.map((text) => `| ${text}\n${text}`),
    );
    const reader = new MarkdownIt({ html: true });
    const wordsOf = (text: string) => text.match(/[a-z]+/g) ?? [];
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const markdown = `${blocks.join('\n\n')}\n`;
        const seen = reader
          .render(markdown)
          .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, ' $1 ')
          .replaceAll(/<[^>]*>/g, ' ');
        const texts = blocksOf(markdown).filter(
          ({ type, text }) => type !== 'picture' || !seen.includes(`${text} ${text}`),
        );
        const has = new Set(texts.flatMap(({ text }) => wordsOf(text)));
        assert.deepEqual(
          wordsOf(seen).filter((each) => !has.has(each)),
          [],
        );
        assert.ok(texts.every(({ markdown: { start, end } }) => start < end && end <= markdown.length));
      }),
      runs(1000),
    );
  });
});
