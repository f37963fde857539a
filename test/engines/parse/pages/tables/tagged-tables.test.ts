import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_VOCABULARY } from '../../../../../engines/parse/pages/lines/hyphens.ts';
import { blockText } from '../../../../../engines/parse/pages/lines/line-text.ts';
import type { StructureElement } from '../../../../../engines/parse/pages/page/structure.ts';
import { placedCells, tableOf } from '../../../../../engines/parse/pages/tables/table.ts';
import { taggedTables } from '../../../../../engines/parse/pages/tables/tagged-tables.ts';
import { continuedTable, textTable } from '../../../../../engines/parse/pages/tables/text-tables.ts';
import { wordsOf } from '../../../../support/documents/words.ts';

const element = (type: string, children: readonly (StructureElement | number)[], columnSpan = 1): StructureElement => ({
  type,
  parent: null,
  children,
  description: '',
  rowSpan: 1,
  columnSpan,
});
const tagged = (texts: readonly string[]) =>
  texts.flatMap((text, mcid) => wordsOf(text, 72 + 100 * mcid, 100).map((word) => ({ ...word, mcid })));

describe('tagged tables', () => {
  it('have the rows, cells and spans that the structure tree gives', () => {
    const row = (...cells: StructureElement[]) => element('TR', cells);
    const table = element('Table', [
      element('THead', [row(element('TH', [0], 2))]),
      element('TBody', [row(element('TD', [1]), element('TD', [2]))]),
    ]);
    const [found] = taggedTables(
      { roots: [element('Document', [table])], byMcid: new Map() },
      tagged(['All', 'Eling', '1418']),
    );
    assert.ok(found !== undefined);
    assert.deepEqual(
      placedCells(found.grid).map(({ cell, row, column, columnSpan }) => [
        blockText(cell.words, NO_VOCABULARY),
        row,
        column,
        columnSpan,
      ]),
      [
        ['All', 0, 0, 2],
        ['Eling', 1, 0, 1],
        ['1418', 1, 1, 1],
      ],
    );
  });

  it('have each word once, and no more cells than a table may have', () => {
    const cell = (mcid: number, span: number): StructureElement => ({
      ...element('TD', [mcid], span),
      rowSpan: span,
    });
    const rows = (count: number, span: number) =>
      element(
        'Table',
        Array.from({ length: count }, () => element('TR', [cell(0, span), cell(1, span)])),
      );
    const tablesOf = (table: StructureElement) =>
      taggedTables({ roots: [table], byMcid: new Map() }, tagged(['one two', 'three']));
    const [found] = tablesOf(rows(300, 1));
    assert.equal(
      found?.grid.flat().reduce((sum, one) => sum + (one?.words.length ?? 0), 0),
      3,
    );
    assert.deepEqual(tablesOf(rows(300, 300)), []);
    const wide = element('Table', [element('TR', [cell(0, 1), cell(1, 1000)]), ...rows(5000, 1).children]);
    assert.deepEqual(tablesOf(wide), []);
  });

  it('are not layout aids: fewer than three words or two columns', () => {
    const column = element('Table', [element('TR', [element('TD', [0])]), element('TR', [element('TD', [1])])]);
    assert.deepEqual(taggedTables({ roots: [column], byMcid: new Map() }, tagged(['one two three', 'four'])), []);
    const short = element('Table', [element('TR', [element('TD', [0]), element('TD', [1])])]);
    assert.deepEqual(taggedTables({ roots: [short], byMcid: new Map() }, tagged(['one', 'two'])), []);
  });
});

describe('tables as text', () => {
  const tableAt = (x0: number, rows: readonly (readonly string[])[], source: 'ruled' | 'borderless' = 'ruled') =>
    textTable(
      tableOf(
        source,
        rows.map((row) => row.map((text) => ({ words: wordsOf(text, x0, 100) }))),
        { x0, y0: 0, x1: x0 + 200, y1: 100 },
      ),
      NO_VOCABULARY,
    );
  const texts = (table: ReturnType<typeof tableAt> | null) => table?.cells.map(({ text, row }) => `${row} ${text}`);

  it('have the columns of untagged right-to-left tables from the right', () => {
    assert.deepEqual(
      tableAt(72, [['אבג', 'דהו']]).cells.map(({ text, column }) => [text, column]),
      [
        ['דהו', 0],
        ['אבג', 1],
      ],
    );
  });

  it('continue on the next page within 8 points of an edge, a repeated header once', () => {
    const first = tableAt(72, [
      ['Mill', 'Built'],
      ['Eling', '1418'],
    ]);
    const next = (x0: number) =>
      tableAt(x0, [
        ['Mill', 'Built'],
        ['Carew', '1801'],
      ]);
    assert.deepEqual(texts(continuedTable(first, next(79)))?.slice(2), ['1 Eling', '1 1418', '2 Carew', '2 1801']);
    assert.equal(continuedTable(first, next(81)), null);
  });

  it('are separate when they differ in columns, or in kind without a common header', () => {
    const first = tableAt(72, [
      ['Mill', 'Built'],
      ['Eling', '1418'],
    ]);
    assert.equal(continuedTable(first, tableAt(72, [['Carew', '1801', '15 kW']])), null);
    assert.equal(continuedTable(first, tableAt(72, [['Carew', '1801']], 'borderless')), null);
  });
});
