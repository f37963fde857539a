import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_VOCABULARY } from '../../../../../engines/parse/pages/lines/hyphens.ts';
import { blockText } from '../../../../../engines/parse/pages/lines/line-text.ts';
import { textLinesOf } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import type { Rule } from '../../../../../engines/parse/pages/page/drawings.ts';
import type { Word } from '../../../../../engines/parse/pages/page/word.ts';
import { borderlessTables } from '../../../../../engines/parse/pages/tables/borderless-tables.ts';
import { contentsTables } from '../../../../../engines/parse/pages/tables/contents-tables.ts';
import type { Table } from '../../../../../engines/parse/pages/tables/table.ts';
import { cellsOf, linesOf, wordsOf } from '../../../../support/documents/words.ts';

const XS = [72, 172, 272];
const ROWS = [
  ['Mill', 'Built', 'Power'],
  ['Eling', '1418', '12 kW'],
  ['Carew', '1801', '15 kW'],
];
const rowsOf = (table: Table): string[][] =>
  table.grid.map((row) => row.map((cell) => blockText(cell?.words ?? [], NO_VOCABULARY)));
const find = (words: readonly Word[], rules: readonly Rule[] = [], isCode = false): string[][][] =>
  borderlessTables(textLinesOf(words), rules, () => isCode).flatMap(({ table }) =>
    table.kind === 'table' ? [rowsOf(table)] : [],
  );
const below = (count: number, pitch = 14): number[] => Array.from({ length: count }, (_, index) => 100 + index * pitch);

describe('borderless tables', () => {
  it('are rows whose cells are aligned', () => {
    assert.deepEqual(find(cellsOf(ROWS, XS, below(3))), [ROWS]);
  });

  it('need three rows of three columns, or two of four', () => {
    assert.deepEqual(find(cellsOf(ROWS.slice(0, 2), XS, below(2))), []);
    const four = [
      ['Mill', 'Built', 'Power', 'Wheels'],
      ['Eling', '1418', '12 kW', '2'],
    ];
    assert.deepEqual(find(cellsOf(four, [...XS, 372], below(2))), [four]);
  });

  it('of two columns have short cells, three full rows, and no bullets', () => {
    const two = ROWS.map((row) => row.slice(0, 2));
    assert.deepEqual(find(cellsOf(two, XS, below(3))), [two]);
    assert.deepEqual(find(cellsOf(two.slice(0, 2), XS, below(2))), []);
    assert.deepEqual(
      find(
        cellsOf(
          two.map(([, text]) => ['(a)', text ?? '']),
          XS,
          below(3),
        ),
      ),
      [],
    );
    const long = two.map(([name, year]) => [`${name} on the coast of the south`, year ?? '']);
    assert.deepEqual(find(cellsOf(long, [72, 320], below(3))), []);
  });

  it('have numbers in cells of their own from half an em on', () => {
    const rows = [
      ['Eling', '1418', '1801'],
      ['Carew', '1508', '2004'],
      ['Both', '2926', '3805'],
    ];
    assert.deepEqual(find(cellsOf(rows, [72, 172, 199.5], below(3))), [rows]);
  });

  it('are not the labels of a chart, which leave most places empty', () => {
    const chart = [
      ['', '', '', '50', '59', ''],
      ['60'],
      ['', '', '34', '41'],
      ['40'],
      ['', '', '', '', '', '17'],
      ['20'],
      ['0'],
      ['', 'May', 'June', 'July', 'August', 'later'],
    ];
    assert.deepEqual(find(cellsOf(chart, [72, 120, 190, 260, 330, 400], below(8))), []);
  });

  it('are not the lines of justified prose, however wide their spaces', () => {
    const justified = (text: string, line: number): Word[] => {
      const words = wordsOf(text, 72, 100 + 12 * line);
      const room = (200 - ((words.at(-1)?.x1 ?? 0) - 72)) / (words.length - 1);
      return words.map((word, index) => ({ ...word, x0: word.x0 + index * room, x1: word.x1 + index * room }));
    };
    const texts = [
      'The gate opens when the',
      'water outside stands higher',
      'than inside and closes when',
      'it falls again until the',
      'wheel has used it all and',
    ];
    const lines = [...texts, ...texts, ...texts].flatMap(justified);
    const wide = ['mills took great power', 'from their round wheels', 'under long stone sheds'].flatMap((text, line) =>
      justified(text, line + 15),
    );
    assert.deepEqual(find([...lines, ...wide]), []);
  });

  it('are not typescript, which has wide spaces and two of them after a sentence', () => {
    /** `_` is a second space, each of .75 em. */
    const typed = (text: string, line: number): Word[] => {
      let x = 72;
      return text.split(' ').flatMap((part) => {
        const [word] = wordsOf(part, part.startsWith('_') ? x + 7.5 : x, 100 + 14 * line);
        if (word === undefined) return [];
        x = word.x1 + 7.5;
        return [{ ...word, text: part.replace('_', ''), x1: word.x1 - (part.startsWith('_') ? 5 : 0) }];
      });
    };
    const lines = ['One turns. _It has a sea', 'Two stay. _All of it is', 'The gates: _each is low'];
    assert.deepEqual(find(lines.flatMap(typed)), []);
    const parted = lines.map((line) => line.replaceAll(/[.:]/g, ''));
    assert.equal(find(parted.flatMap(typed)).length, 1);
  });

  it('have cells wider apart than words of the page', () => {
    const rows = (gap: number) =>
      [100, 114, 128].flatMap((y) =>
        ['on the', 'on the'].flatMap((text, column) =>
          wordsOf(text, 72 + column * (32.5 + gap), y).map((word, index) => ({
            ...word,
            x0: word.x0 + 4.2 * index,
            x1: word.x1 + 4.2 * index,
          })),
        ),
      );
    assert.deepEqual([find(rows(12)).length, find(rows(14)).length], [0, 1]);
  });

  it('are not a formula between its raised and its lowered signs', () => {
    const signs = (y: number) => cellsOf([['', '-1', '-1', 'n']], [...XS, 372], [y]);
    const formula = cellsOf([['[g,h]', 'ghg', 'h', 'is normal']], [...XS, 372], [100]);
    assert.deepEqual(find([...signs(95), ...formula, ...signs(105)]), []);
    assert.equal(find([...signs(86), ...formula, ...signs(114)]).length, 1);
  });

  it('are not text columns', () => {
    const prose = Array.from({ length: 5 }, () => ['the water moves the wheel of', 'and the wheel moves the old']);
    assert.deepEqual(find(cellsOf(prose, [72, 260], below(5, 12))), []);
  });

  it('end at a pitch of more than 4.2 em', () => {
    assert.deepEqual(find(cellsOf(ROWS, XS, below(3, 41)))[0]?.length, 3);
    assert.deepEqual(find(cellsOf(ROWS, XS, below(3, 43))), []);
  });

  it('join a line without a first cell to the row above, unless a rule separates the two', () => {
    const rows = [...ROWS, ['', 'rebuilt', ''], ['Birdham', '1768', '7 kW']];
    const baselines = [100, 118, 136, 147, 165];
    assert.deepEqual(find(cellsOf(rows, XS, baselines))[0]?.[2], ['Carew', '1801 rebuilt', '15 kW']);
    const rule = [{ at: 138, from: 72, to: 300 }];
    assert.deepEqual(find(cellsOf(rows, XS, baselines), rule)[0]?.[3], ['', 'rebuilt', '']);
  });

  it('have a row for each value, also without a first cell, and lines of one cell together', () => {
    const xs = [72, 132, 232, 402];
    const rows = [
      ['A1', 'Eling', 'Repairs', '20'],
      ['', 'Carew', 'Wheels', '35'],
      ['', 'Beal', 'Gates', '15'],
      ['A2', 'Stone', 'Repairs', '25'],
    ];
    const second = 'of the wheels and of the gates that the sea broke';
    const words = [...cellsOf(rows, xs, [100, 111, 122, 151]), ...wordsOf(second, 232, 133)];
    const [table] = find(words);
    assert.deepEqual(table, [...rows.slice(0, 2), ['', 'Beal', `Gates ${second}`, '15'], ...rows.slice(3)]);
  });

  it('take a header over several columns', () => {
    const over = [...wordsOf('Mills of the coast', 72, 86), ...wordsOf('In 2 or 3 parts', 272, 86)];
    const rows = [...ROWS, ['Birdham', '1768', '7 kW']].map((row) => [...row, 'wheel']);
    const [table] = find([...over, ...cellsOf(rows, [...XS, 372], below(4))]);
    assert.deepEqual(table, [['Mills of the coast', '', 'In 2 or 3 parts', ''], ...rows]);
  });

  it('have the columns in which most rows part, although a head runs across them', () => {
    const rows = Array.from({ length: 6 }, (_, index) => ['Mill', `${1400 + index}`, `Coast${index}`, `${10 + index}`]);
    const xs = [72, 172, 210, 300];
    const head = [...wordsOf('Name', 72, 86), ...wordsOf('Years of the mills', 172, 86), ...wordsOf('kW', 300, 86)];
    const [table] = find([...head, ...cellsOf(rows, xs, below(6))]);
    assert.deepEqual(table?.slice(1), rows);
    assert.deepEqual(table?.[0], ['Name', 'Years of the mills', 'Years of the mills', 'kW']);
  });

  it('take the lines of a head above the first numbers as one row, unless a rule parts them', () => {
    const rows = ROWS.slice(1).map(([name, built]) => [name ?? '', built ?? '', '12']);
    const heads = [
      ['', 'Year', 'Power'],
      ['Mill', 'built', 'in kW'],
    ];
    const words = cellsOf([...heads, ...rows, ...rows], XS, [100, 112, 130, 144, 158, 172]);
    assert.deepEqual(find(words)[0]?.[0], ['Mill', 'Year built', 'Power in kW']);
    assert.deepEqual(find(words, [{ at: 103, from: 72, to: 300 }])[0]?.[0], ['', 'Year', 'Power']);
  });

  it('spread a head over the columns that the rule below it covers', () => {
    const rows = [
      ['Mill', 'First', 'Last', 'kW'],
      ...ROWS.slice(1).map(([name]) => [name ?? '', '1418', '1801', '12']),
    ];
    const over = [...wordsOf('All of the years', 180, 86), ...wordsOf('Of mills', 372, 86)];
    const rule = [{ at: 88, from: 172, to: 300 }];
    const words = [...over, ...cellsOf([...rows, ...rows.slice(1)], [...XS, 372], below(5))];
    assert.deepEqual(find(words, rule)[0]?.[0], ['', 'All of the years', 'All of the years', 'Of mills']);
  });

  it('go on after the head of a section', () => {
    const rows = ROWS.map((row) => [...row, 'wheel']);
    const section = wordsOf('Mills inland, of rivers and of ponds', 72, 142);
    const words = [...cellsOf([...rows, ...rows.slice(1)], [...XS, 372], [100, 114, 128, 170, 184]), ...section];
    assert.deepEqual(
      find(words).map((table) => table.length),
      [6],
    );
  });

  it('of four columns or more may hold a note across them', () => {
    const note = wordsOf('the mill at Eling is the only one that still grinds corn today', 72, 128);
    const rows = ROWS.map((row) => [...row, 'wheel']);
    const [table] = find([...cellsOf(rows, [...XS, 372], [100, 114, 142]), ...note]);
    assert.deepEqual(
      table?.map((row) => row.length),
      [4, 4, 4, 4],
    );
    assert.match(table?.[2]?.[0] ?? '', /^the mill at Eling .* today$/);
  });

  it('start anew with a head that is set apart and has more columns', () => {
    const card = Array.from({ length: 9 }, () => ['Eling', 'Bank of the northern tide mills']);
    const items = [
      ['Item', 'Count', 'Price', 'Tax', 'Amount'],
      ['Flour', '2', '4.00', '7%', '8.00'],
      ['Bran', '1', '3.00', '7%', '3.00'],
    ];
    const place = (top: number): Word[] => [
      ...cellsOf(card, [72, 320], below(9)),
      ...cellsOf(items, [72, 220, 320, 370, 420], [top, top + 14, top + 28]),
    ];
    assert.deepEqual(find(place(238)), [card, items]);
    assert.equal(find(place(226)).length, 1);
  });

  it('exclude a line below that stands apart', () => {
    const [table] = find([...cellsOf(ROWS, XS, below(3)), ...linesOf(['Source'], 72, 150)]);
    assert.equal(table?.length, 3);
  });

  it('do not start in program text', () => {
    const code = cellsOf(ROWS, XS, below(3));
    const prose = linesOf(['one', 'two', 'three'], 72, 160);
    const lines = textLinesOf([...code, ...prose]);
    assert.deepEqual(
      borderlessTables(lines, [], (line) => lines.indexOf(line) < 3),
      [],
    );
  });
});

describe('tables of contents', () => {
  const entry = (title: string, page: string, baseline: number): Word[] => [
    ...wordsOf(`${title} ......`, 72, baseline),
    ...wordsOf(page, 400, baseline),
  ];
  const found = (words: readonly Word[]) => contentsTables(textLinesOf(words)).map(({ table }) => rowsOf(table));

  it('are three lines or more whose titles lead to a page by dots', () => {
    const three = [...entry('Preface', 'iv', 100), ...entry('Mills', '1', 112), ...entry('Tides', '12', 124)];
    assert.deepEqual(found(three), [
      [
        ['Preface ......', 'iv'],
        ['Mills ......', '1'],
        ['Tides ......', '12'],
      ],
    ]);
    assert.deepEqual(found(three.filter(({ baseline }) => baseline < 120)), []);
  });

  it('may have dots that are not separated from title and page', () => {
    const lines = ['Preface......iv', 'Of mills ......1', 'Of tides...... 12'];
    assert.deepEqual(found(linesOf(lines, 72, 100)), [
      [
        ['Preface......', 'iv'],
        ['Of mills ......', '1'],
        ['Of tides......', '12'],
      ],
    ]);
  });

  it('take the first part of a title that needs two lines', () => {
    const words = [
      ...entry('Mills', '1', 100),
      ...wordsOf('Of the tides', 72, 112),
      ...entry('and the moon', '12', 124),
      ...entry('Wheels', '20', 136),
    ];
    assert.deepEqual(found(words)[0]?.[1], ['Of the tides and the moon ......', '12']);
  });
});
