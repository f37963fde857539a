import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_VOCABULARY } from '../../../../../engines/parse/pages/lines/hyphens.ts';
import { blockText } from '../../../../../engines/parse/pages/lines/line-text.ts';
import { textLinesOf } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import type { TextLine } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import { layOutPage } from '../../../../../engines/parse/pages/layout/page-layout.ts';
import type { Drawings } from '../../../../../engines/parse/pages/page/drawings.ts';
import type { Word } from '../../../../../engines/parse/pages/page/word.ts';
import { itemTables } from '../../../../../engines/parse/pages/tables/item-tables.ts';
import type { Table } from '../../../../../engines/parse/pages/tables/table.ts';
import { cellsOf, pageOf, STYLE, wordsOf } from '../../../../support/documents/words.ts';

const XS = [72, 100, 300, 350, 420];
const HEAD = ['No', 'Goods', 'Sacks', 'Price', 'Amount'];
const rowsOf = (table: Table): string[][] =>
  table.grid.map((row) => row.map((cell) => blockText(cell?.words ?? [], NO_VOCABULARY)));

type Placed = readonly [number, ...string[]];
/** Rows of cells with their baselines. */
const placed = (rows: readonly Placed[], xs = XS): Word[] =>
  cellsOf(
    rows.map(([, ...cells]) => cells),
    xs,
    rows.map(([y]) => y),
  );
const find = (
  words: readonly Word[],
  drawn: Partial<Drawings> = {},
  isCode: (line: TextLine) => boolean = () => false,
): string[][][] => itemTables(textLinesOf(words), { horizontal: [], rectangles: [], ...drawn }, isCode).map(rowsOf);

const OATS = ['1', 'Oats from the upper farm', '4', '2.50', '10.00'];
const RYE = ['2', 'Rye', '2', '3.00', '6.00'];
const WHEAT = ['3', 'Wheat of last year', '1', '4.00', '4.00'];
const long = (row: readonly string[], ...more: string[]): string[] =>
  row.map((cell, column) => (column === 1 ? [cell, ...more].join(' ') : cell));
const more = (text: string): string[] => ['', text];

describe('tables of items', () => {
  it('have descriptions of several lines, and totals', () => {
    const words = placed([
      [100, ...HEAD],
      [120, ...OATS],
      [132, ...more('ground twice and sifted')],
      [144, ...RYE],
      [156, ...WHEAT],
      [168, ...more('in sacks of the mill, carried')],
      [180, ...more('to the boat')],
      [200, '', '', '', 'Total', '20.00'],
    ]);
    const rows = [
      HEAD,
      long(OATS, 'ground twice and sifted'),
      RYE,
      long(WHEAT, 'in sacks of the mill, carried', 'to the boat'),
      ['', '', '', 'Total', '20.00'],
    ];
    assert.deepEqual(find(words), [rows]);
    const { blocks } = layOutPage(pageOf(words), words, STYLE);
    assert.deepEqual(
      blocks.map((block) => block.kind === 'table' && rowsOf(block)),
      [rows],
    );
  });

  it('have rows with values on their middle or last line, set apart by space', () => {
    const [, , ...values] = OATS;
    const middle: Placed[] = [
      [100, ...HEAD],
      [120, '', 'Oats'],
      [132, '1', 'from the upper', ...values],
      [144, '', 'farm'],
      [164, '', 'Rye'],
      [176, '2', 'from the lower', ...values],
      [188, '', 'farm'],
    ];
    const last: Placed[] = [
      [100, ...HEAD],
      [120, '1', 'Oats'],
      [132, '', 'from the upper farm', ...values],
      [144, '2', 'Rye'],
      [156, '', 'from the lower farm', ...values],
    ];
    const rows = [HEAD, ['1', 'Oats from the upper farm', ...values], ['2', 'Rye from the lower farm', ...values]];
    assert.deepEqual([find(placed(middle)), find(placed(last))], [[rows], [rows]]);
  });

  it('have rows between lines, and in bands of colour', () => {
    const words = placed([
      [100, ...HEAD],
      [120, '', 'Oats'],
      [132, ...OATS],
      [144, '', 'Rye'],
      [156, ...RYE],
    ]);
    const rows = [HEAD, ['1', `Oats ${OATS[1]}`, ...OATS.slice(2)], ['2', 'Rye Rye', ...RYE.slice(2)]];
    const line = (at: number) => ({ at, from: 70, to: 460 });
    assert.deepEqual(find(words, { horizontal: [104, 136, 160].map(line) }), [rows]);
    const band = { x0: 70, x1: 460, y0: 108, y1: 136 };
    assert.deepEqual(find(words, { rectangles: [band] }), [rows]);
  });

  it('begin at their head, below an address beside numbers', () => {
    const words = [
      ...placed(
        [
          [60, 'Eling Mill', 'Bill', '4711'],
          [72, 'Totton', 'Customer', '1418'],
        ],
        [72, 320, 420],
      ),
      ...placed([
        [100, ...HEAD],
        [114, ...OATS],
        [128, ...RYE],
      ]),
    ];
    assert.deepEqual(find(words), [[HEAD, OATS, RYE]]);
  });

  it('have heads of two lines, and heads closer to each other than the values', () => {
    const words = placed([
      [88, '', '', 'Full', 'Price'],
      [100, 'No', 'Goods', 'sacks', 'each', 'Amount'],
      [120, ...OATS],
      [134, ...RYE],
    ]);
    assert.deepEqual(find(words), [[['No', 'Goods', 'Full sacks', 'Price each', 'Amount'], OATS, RYE]]);
    const close = [72, 100, 300, 333, 420];
    assert.deepEqual(
      find(
        placed(
          [
            [100, ...HEAD],
            [120, ...OATS],
            [134, ...RYE],
          ],
          close,
        ),
      ),
      [[HEAD, OATS, RYE]],
    );
  });

  it('have numbers whose digits a space groups', () => {
    const words = placed([
      [100, ...HEAD],
      [120, ...OATS.slice(0, 4), '2 490,38'],
      [134, ...RYE.slice(0, 4), '1 002,00'],
    ]).map((word) =>
      word.text === '490,38' || word.text === '002,00' ? { ...word, x0: word.x0 + 2, x1: word.x1 + 2 } : word,
    );
    assert.deepEqual(find(words), [[HEAD, [...OATS.slice(0, 4), '2 490,38'], [...RYE.slice(0, 4), '1 002,00']]]);
  });

  it('keep the heads of sections and texts across columns as rows', () => {
    const note = 'Delivered to the quay on the first of May, as was ordered';
    const words = placed([
      [100, ...HEAD],
      [120, ...OATS],
      [132, ...more('ground')],
      [152, '', 'Carriage'],
      [172, ...RYE],
      [186, '', note],
      [200, ...WHEAT],
      [214, 'Payable at once to the mill by the boat of the next tide, thank you'],
    ]);
    assert.deepEqual(find(words), [
      [HEAD, long(OATS, 'ground'), ['', 'Carriage', '', '', ''], RYE, ['', note, '', '', ''], WHEAT],
    ]);
  });

  it('end above a heading, and at the head of another table', () => {
    const words = placed([
      [100, ...HEAD],
      [120, ...OATS],
      [134, ...RYE],
      [160, 'Tides'],
      [180, ...HEAD.slice(0, 4)],
      [194, ...OATS.slice(0, 4)],
      [208, ...RYE.slice(0, 4)],
    ]);
    assert.deepEqual(find(words), [[HEAD, OATS, RYE], [HEAD, OATS, RYE].map((row) => row.slice(0, 4))]);
  });

  it('are none without a head of words, without values in the last column, with columns the head lacks, or of code', () => {
    const rows = (head: readonly string[], first: readonly string[], second: readonly string[]): Word[] =>
      placed([
        [100, ...head],
        [120, ...first],
        [134, ...second],
      ]);
    assert.deepEqual(find(rows(['No', 'Goods', '2024', '2025', 'Amount'], OATS, RYE)), []);
    const remark = (row: readonly string[]): string[] => [...row.slice(0, 4), 'paid'];
    assert.deepEqual(find(rows(HEAD, remark(OATS), remark(RYE))), []);
    const dates = [...wordsOf('3 May', 260, 120), ...wordsOf('4 May', 260, 134)];
    assert.deepEqual(find([...rows(HEAD, OATS, RYE), ...dates]), []);
    assert.deepEqual(
      find(
        [...rows(HEAD, OATS, RYE), ...wordsOf('prose', 72, 300), ...wordsOf('again', 72, 312)],
        {},
        ({ baseline }) => baseline === 100,
      ),
      [],
    );
    assert.deepEqual(
      find(
        placed([
          [100, ...HEAD],
          [120, ...remark(OATS)],
        ]),
      ),
      [],
    );
  });
});
