import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block, PageContent } from '../../../../../engines/parse/pages/layout/blocks.ts';
import { documentOfPages } from '../../../../../engines/parse/pages/write/document.ts';
import { withLinks } from '../../../../../engines/parse/pages/write/inline-links.ts';
import type { TextTable } from '../../../../../engines/parse/pages/tables/text-tables.ts';
import { tableMarkdown } from '../../../../../engines/parse/pages/write/tables-markdown.ts';

const BOX = { x0: 72, y0: 90, x1: 540, y1: 102 };
const page = (number: number, ...blocks: Block[]): PageContent => ({
  page: number,
  size: { width: 612, height: 792 },
  blocks: blocks.map((block) => ({ ...block, box: BOX, confidence: 1 })),
  warnings: [],
});
const markdownOf = (...pages: PageContent[]): string => documentOfPages(pages, 'auto').markdown;
const heading = (text: string, fontSize: number): Block => ({
  kind: 'heading',
  level: 'by style',
  text,
  links: [],
  fontSize,
  bold: false,
});
const paragraph = (text: string, fontSize = 10): Block => ({
  kind: 'paragraph',
  text,
  links: [],
  fontSize,
  marked: false,
});

describe('a document', () => {
  it('ranks its headings by size over all pages: sizes within a twentieth are one level', () => {
    const pages = [
      page(1, heading('Mills', 24), heading('Tides', 16)),
      page(2, heading('Winds', 15.6), heading('Sails', 12)),
    ];
    assert.equal(markdownOf(...pages), '# Mills\n\n## Tides\n\n## Winds\n\n### Sails\n');
  });

  it('joins a sentence that a page break splits, from 60 characters on', () => {
    const long = 'The water that the gate has let in while the sea was rising is';
    assert.equal(
      markdownOf(page(1, paragraph(long)), page(2, paragraph('kept until the tide is low.'))),
      `${long} kept until the tide is low.\n`,
    );
    assert.equal(markdownOf(page(1, paragraph('Short label')), page(2, paragraph('kept.'))), 'Short label\n\nkept.\n');
    assert.equal(markdownOf(page(1, paragraph(`${long}.`)), page(2, paragraph('kept.'))), `${long}.\n\nkept.\n`);
    assert.equal(markdownOf(page(1, paragraph(long)), page(2, paragraph('kept.', 11))), `${long}\n\nkept.\n`);
  });

  it('has the span of each page', () => {
    const { markdown, pages } = documentOfPages(
      [page(1, paragraph('One.')), page(2), page(5, paragraph('Five.'))],
      'auto',
    );
    assert.deepEqual(
      pages.map(({ page: number, start, end }) => [number, markdown.slice(start, end)]),
      [
        [1, 'One.'],
        [2, ''],
        [5, 'Five.'],
      ],
    );
  });

  it('shows an image once', () => {
    const picture: Block = { kind: 'picture', name: 'a.png', description: '' };
    assert.equal(markdownOf(page(1, picture), page(2, picture)), '![](images/a.png)\n');
  });

  it('puts code into a block with its indentation, and items into one list', () => {
    const code: Block = {
      kind: 'code',
      lines: [
        { text: 'a', x0: 72, fontSize: 10 },
        { text: '```', x0: 84, fontSize: 10 },
      ],
    };
    assert.equal(markdownOf(page(1, code)), '````\na\n  ```\n````\n');
    const item = (text: string): Block => ({ kind: 'item', text, links: [] });
    assert.equal(markdownOf(page(1, item('one'), item('two'), paragraph('End.'))), '- one\n- two\n\nEnd.\n');
  });

  it('escapes markup at the start of a paragraph', () => {
    assert.equal(markdownOf(page(1, paragraph('# no heading'))), '\\# no heading\n');
  });
});

describe('links', () => {
  it('are placed in the text at their words, in order', () => {
    const links = [
      { text: 'mill', href: 'https://a.org/' },
      { text: 'mill', href: 'https://b.org/' },
      { text: 'lost', href: 'https://c.org/' },
    ];
    const parts = withLinks('a mill and a mill', links).map(
      (part) => part.kind === 'text' && [part.text, part.format.href],
    );
    assert.deepEqual(parts, [
      ['a ', null],
      ['mill', 'https://a.org/'],
      [' and a ', null],
      ['mill', 'https://b.org/'],
    ]);
  });

  it('are omitted where the text is the address', () => {
    assert.equal(withLinks('see example.org.', [{ text: 'example.org.', href: 'https://example.org/' }]).length, 1);
  });
});

describe('tables', () => {
  const cell = (text: string, row: number, column: number, columnSpan = 1) => ({
    text,
    links: [],
    row,
    column,
    rowSpan: 1,
    columnSpan,
  });
  const table = (rows: number, columns: number, cells: TextTable['cells']): TextTable => ({
    source: 'ruled',
    x0: 0,
    x1: 1,
    rows,
    columns,
    cells,
  });

  it('omit rows without text and columns where no cell begins', () => {
    const cells = [cell('Mill', 0, 0), cell('Built', 0, 2), cell('', 1, 0), cell('Eling', 2, 0), cell('1418', 2, 2)];
    assert.equal(tableMarkdown(table(3, 3, cells), 'auto'), '| Mill | Built |\n| --- | --- |\n| Eling | 1418 |');
  });

  it('are HTML when cells span', () => {
    const cells = [cell('All', 0, 0, 2), cell('Eling', 1, 0), cell('1418', 1, 1)];
    assert.match(tableMarkdown(table(2, 2, cells), 'auto'), /<th colspan="2">All<\/th>/);
  });
});
