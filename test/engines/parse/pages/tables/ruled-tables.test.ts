import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_VOCABULARY } from '../../../../../engines/parse/pages/lines/hyphens.ts';
import { blockText } from '../../../../../engines/parse/pages/lines/line-text.ts';
import type { Drawings } from '../../../../../engines/parse/pages/page/drawings.ts';
import type { Word } from '../../../../../engines/parse/pages/page/word.ts';
import { drawnGrids } from '../../../../../engines/parse/pages/tables/drawn-grids.ts';
import { ruledTables } from '../../../../../engines/parse/pages/tables/ruled-tables.ts';
import { placedCells } from '../../../../../engines/parse/pages/tables/table.ts';
import type { Table } from '../../../../../engines/parse/pages/tables/table.ts';
import { cellsOf, linesOf, ruledGrid, wordsOf } from '../../../../support/documents/words.ts';

const XS = [72, 172, 272, 372];
const YS = [100, 120, 140, 160];
const INSIDE = XS.slice(0, -1).map((x) => x + 4);
const BASELINES = [114, 134, 154];
const ROWS = [
  ['Mill', 'Built', 'Power'],
  ['Eling', '1418', '12 kW'],
  ['Woodbridge', '1170', '9 kW'],
];

const drawingsOf = (more: Partial<Drawings> = {}): Drawings => ({
  ...ruledGrid(XS, YS),
  rectangles: [],
  imageShare: 0,
  ...more,
});
const find = (drawings: Drawings, words: readonly Word[], rotated: readonly Word[] = []) =>
  ruledTables(drawings, words, rotated, 612, 792);
const rowsOf = (table: Table): string[][] =>
  table.grid.map((row) => row.map((cell) => blockText(cell?.words ?? [], NO_VOCABULARY)));

function onlyTable(drawings: Drawings, words: readonly Word[], rotated: readonly Word[] = []): Table {
  const [table, ...others] = find(drawings, words, rotated);
  assert.ok(table?.kind === 'table' && others.length === 0);
  return table;
}

describe('drawn grids', () => {
  it('are made of rules that meet within 3 points', () => {
    const { horizontal, vertical } = ruledGrid(XS, YS);
    const cut = (by: number) => vertical.map((rule) => ({ ...rule, from: rule.from + by, to: rule.to - by }));
    const gridsOf = (by: number) =>
      drawnGrids(
        { ...drawingsOf(), horizontal: horizontal.slice(0, 1).concat(horizontal.slice(-1)), vertical: cut(by) },
        612,
        792,
      );
    assert.deepEqual([gridsOf(2.9).length, gridsOf(3.1).length], [1, 0]);
  });

  it('treat two rules within 2 points as edges of one, and edges within 4 points as one edge', () => {
    const doubled = ruledGrid([...XS, 173.9], YS);
    assert.equal(drawnGrids({ ...drawingsOf(), ...doubled }, 612, 792)[0]?.xs.length, 4);
    assert.equal(drawnGrids({ ...drawingsOf(), ...ruledGrid([...XS, 175.9], YS) }, 612, 792)[0]?.xs.length, 4);
    assert.equal(drawnGrids({ ...drawingsOf(), ...ruledGrid([...XS, 176.1], YS) }, 612, 792)[0]?.xs.length, 5);
  });

  it('close at the sides where outer rules are missing, and need two columns', () => {
    const open = { ...drawingsOf(), vertical: ruledGrid(XS, YS).vertical.slice(1, 3) };
    assert.deepEqual(drawnGrids(open, 612, 792)[0]?.xs, XS);
    assert.deepEqual(drawnGrids({ ...drawingsOf(), ...ruledGrid([72, 372], YS) }, 612, 792), []);
  });

  it('also come from filled rectangles of at least 8 points, but not from the background', () => {
    const box = (x0: number, y0: number, width: number, height: number) => ({
      x0,
      y0,
      x1: x0 + width,
      y1: y0 + height,
    });
    const none = { horizontal: [], vertical: [], imageShare: 0 };
    const cells = (size: number) => [0, 1, 2].map((column) => box(72 + column * size, 100, size, size));
    assert.equal(drawnGrids({ ...none, rectangles: cells(20) }, 612, 792)[0]?.xs.length, 4);
    assert.deepEqual(drawnGrids({ ...none, rectangles: cells(7.9) }, 612, 792), []);
    const whole = [...cells(20), box(0, 0, 612, 792)];
    assert.equal(drawnGrids({ ...none, rectangles: whole }, 612, 792)[0]?.xs[0], 72);
  });
});

describe('ruled tables', () => {
  it('put each word into the cell at its center', () => {
    assert.deepEqual(rowsOf(onlyTable(drawingsOf(), cellsOf(ROWS, INSIDE, BASELINES))), ROWS);
  });

  it('have one cell where no rule separates two places', () => {
    const { vertical } = ruledGrid(XS, YS);
    const header = vertical.map((rule, index) => (index === 1 ? { ...rule, from: 120 } : rule));
    const table = onlyTable(
      drawingsOf({ vertical: header }),
      cellsOf([['Mill and year', '', 'Power'], ...ROWS.slice(1)], INSIDE, BASELINES),
    );
    assert.deepEqual(
      placedCells(table.grid).map(({ columnSpan }) => columnSpan),
      [2, 1, 1, 1, 1, 1, 1, 1],
    );
  });

  it('split a cell without a rule whose words keep to columns more than .9 em apart', () => {
    const { vertical } = ruledGrid(XS, YS);
    const open = drawingsOf({ vertical: vertical.map((rule, index) => (index === 1 ? { ...rule, from: 120 } : rule)) });
    const table = onlyTable(open, cellsOf(ROWS, INSIDE, BASELINES));
    assert.deepEqual(rowsOf(table)[0], ROWS[0]);
  });

  it('split rows without rules between them whose lines run through all columns', () => {
    const table = onlyTable(
      { ...drawingsOf(), ...ruledGrid(XS, [100, 120, 180]) },
      cellsOf([...ROWS, ['Carew', '1801', '15 kW']], INSIDE, [114, 134, 152, 170]),
    );
    assert.deepEqual(rowsOf(table), [...ROWS, ['Carew', '1801', '15 kW']]);
  });

  it('include vertical text', () => {
    const rotated = wordsOf('Built', 176, 114).map((word) => ({ ...word, rotated: true }));
    const table = onlyTable(
      drawingsOf(),
      cellsOf([['Mill', '', 'Power'], ...ROWS.slice(1)], INSIDE, BASELINES),
      rotated,
    );
    assert.equal(rowsOf(table)[0]?.[1], 'Built');
  });

  it('are not frames around prose: boxes of paragraphs are panels', () => {
    const prose = (x: number) =>
      linesOf(
        ['The water that is kept', 'until the tide is low', 'drives the old wheel', 'and its stones turn.'],
        x,
        114,
        { size: 7 },
      );
    const boxes = { ...drawingsOf(), ...ruledGrid([72, 222, 372], [100, 160]) };
    const [panel] = find(boxes, [...prose(76), ...prose(226)]);
    assert.ok(panel?.kind === 'panel');
    assert.equal(panel.parts.length, 2);
  });

  it('are not images: fewer than three words, or more than a tenth of them cut by rules', () => {
    assert.deepEqual(find(drawingsOf(), cellsOf([['Mill', 'Built']], INSIDE, BASELINES)), []);
    const cut = cellsOf([...ROWS.slice(0, 2), ['', '', '']], INSIDE, BASELINES);
    assert.deepEqual(find(drawingsOf(), [...cut, ...wordsOf('Woodbridgemill', 140, 154)]), []);
  });

  it('are not maps, whose labels are far apart within their fields', () => {
    const fields = { ...drawingsOf(), ...ruledGrid(XS, [100, 200, 300]) };
    const labels = (pitch: number) =>
      [114, 214].flatMap((y) => cellsOf([['Mill'], ['Weir']], INSIDE, [y, y + pitch])).concat(wordsOf('Sea', 176, 114));
    assert.deepEqual([find(fields, labels(39)).length, find(fields, labels(41)).length], [1, 0]);
  });

  it('leave a grid to the search for borderless tables when its cells hide columns', () => {
    const lines = [114, 126, 138, 150].flatMap((y) => cellsOf([['a1', 'b2', 'c3', 'd4']], [76, 116, 180, 220], [y]));
    const boxes = { ...drawingsOf(), ...ruledGrid([72, 172, 272], [100, 156, 160]) };
    assert.deepEqual(find(boxes, lines), []);
  });

  it('leave out a title and notes over all columns in their frame', () => {
    const framed = { ...ruledGrid(XS, [80, ...YS, 180]), vertical: ruledGrid(XS, YS).vertical };
    const frame = [XS[0] ?? 0, XS.at(-1) ?? 0].map((at) => ({ at, from: 80, to: 180 }));
    const drawings = drawingsOf({ ...framed, vertical: [...framed.vertical, ...frame] });
    const words = [
      ...wordsOf('The mills of this coast by year and power of them', 76, 94),
      ...cellsOf(ROWS, INSIDE, BASELINES),
      ...wordsOf('From the books of all of the mills on it', 76, 174),
    ];
    assert.deepEqual(rowsOf(onlyTable(drawings, words)), ROWS);
    const [short] = find(drawings, [...wordsOf('The mills', 76, 94), ...cellsOf(ROWS, INSIDE, BASELINES)]);
    assert.equal(short?.kind === 'table' && short.grid.length > 3, true);
    const title = wordsOf('The mills', 76, 94, { size: 13 });
    assert.deepEqual(rowsOf(onlyTable(drawings, [...title, ...cellsOf(ROWS, INSIDE, BASELINES)])), [
      ...ROWS,
      ['', '', ''],
    ]);
  });
});
