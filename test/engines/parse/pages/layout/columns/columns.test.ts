import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { regionsOf } from '../../../../../../engines/parse/pages/layout/columns/columns.ts';
import type { PageFrame } from '../../../../../../engines/parse/pages/layout/columns/gutter-score.ts';
import type { Word } from '../../../../../../engines/parse/pages/page/word.ts';
import { tableOf } from '../../../../../../engines/parse/pages/tables/table.ts';
import type { Table } from '../../../../../../engines/parse/pages/tables/table.ts';
import { cellsOf, linesOf, textsOf, wordsOf } from '../../../../../support/documents/words.ts';

const PAGE: PageFrame = { width: 612, height: 792, vertical: [] };
/** Lines of about 220 points. */
const column = (name: string, count: number, x: number, top: number): Word[] =>
  linesOf(
    Array.from({ length: count }, (_, line) => `${name} words of a line of a column here ${line + 10}`),
    x,
    top,
  );
const firsts = (words: readonly Word[], tables: readonly Table[] = [], page = PAGE): string[] =>
  regionsOf(words, tables, page).map(({ lines }) => textsOf(lines)[0]?.split(' ')[0] ?? '');

describe('regions', () => {
  it('are the columns between content above and below both', () => {
    const words = [
      ...wordsOf('Title that stands over both columns of this page', 72, 80, { size: 18 }),
      ...column('left', 8, 72, 120),
      ...column('right', 8, 320, 120),
      ...wordsOf('Foot under-both-of-them-and-as-wide-as-the-whole-page-is-between-its-margins', 72, 240),
    ];
    assert.deepEqual(firsts(words), ['Title', 'left', 'right', 'Foot']);
  });

  it('are split again within a column', () => {
    const words = [
      ...column('left', 16, 72, 100),
      ...column('right', 10, 320, 100),
      ...linesOf(
        Array.from({ length: 6 }, (_, line) => `inner has only ${line} words`),
        320,
        220,
      ),
      ...linesOf(
        Array.from({ length: 6 }, (_, line) => `outer has only ${line} words`),
        450,
        220,
      ),
    ];
    assert.deepEqual(firsts(words), ['left', 'right', 'inner', 'outer']);
  });

  it('run from the right in right-to-left text', () => {
    const hebrew = (count: number, x: number) =>
      linesOf(
        Array.from({ length: count }, () => 'אבג דהו זחט יכל מנס עפצ קרש'),
        x,
        100,
      );
    const [first, second] = regionsOf([...hebrew(8, 72), ...hebrew(8, 320)], [], PAGE);
    assert.deepEqual([first?.lines[0]?.x0, second?.lines[0]?.x0], [320, 72]);
  });

  it('need a gutter of .7 em', () => {
    const at = (gap: number): Word[] => {
      const left = column('left', 8, 72, 100);
      return [...left, ...column('right', 8, Math.max(...left.map(({ x1 }) => x1)) + gap, 100)];
    };
    assert.equal(firsts(at(8)).length, 2);
    assert.equal(firsts(at(6.5)).length, 1);
  });

  it('need four lines in all, and three on each side', () => {
    assert.equal(firsts([...column('left', 4, 72, 100), ...column('right', 4, 320, 100)]).length, 2);
    assert.equal(firsts([...column('left', 3, 72, 100), ...column('right', 3, 320, 100)]).length, 1);
    assert.equal(firsts([...column('left', 8, 72, 100), ...column('right', 2, 320, 100)]).length, 1);
  });

  it('are not the columns of a table, whose lines are short', () => {
    const rows = Array.from({ length: 8 }, (_, row) => ['Mill', `${1400 + row}`, 'kW']);
    const words = cellsOf(
      rows,
      [72, 250, 400],
      rows.map((_, row) => 100 + row * 14),
    );
    assert.equal(firsts(words).length, 1);
  });

  it('are a margin and prose, unless the lines of both are on the same baselines', () => {
    const margin = (size: number): Word[] =>
      linesOf(
        Array.from({ length: 14 }, (_, line) => `margin number ${line}`),
        72,
        100,
        { size },
      );
    const prose = column('prose', 16, 200, 100);
    assert.deepEqual(firsts([...margin(9), ...prose]), ['margin', 'prose']);
    assert.equal(firsts([...margin(10), ...prose]).length, 1);
  });

  it('are a margin and prose behind a drawn line, but not a table with one', () => {
    const margin = linesOf(
      Array.from({ length: 14 }, (_, line) => `Margin number ${line}`),
      72,
      100,
    );
    const page = (...xs: readonly number[]): PageFrame => ({
      ...PAGE,
      vertical: xs.map((at) => ({ at, from: 100, to: 260 })),
    });
    const ruled = (name: string, ...xs: readonly number[]): string[] =>
      firsts([...margin, ...column(name, 16, 200, 100)], [], page(...xs));
    assert.deepEqual(ruled('prose', 190), ['Margin', 'prose']);
    assert.deepEqual([ruled('Row', 190).length, ruled('prose', 190, 250).length, ruled('prose').length], [1, 1, 1]);
  });

  it('are prose and other content .8 em apart', () => {
    const prose = column('prose', 16, 72, 100);
    const list = (gap: number): Word[] =>
      linesOf(
        Array.from({ length: 10 }, (_, line) => (line % 2 === 0 ? `item number ${line}` : 'short lines')),
        Math.max(...prose.map(({ x1 }) => x1)) + gap,
        106,
      );
    assert.deepEqual(firsts([...prose, ...list(9)]), ['prose', 'item']);
    assert.equal(firsts([...prose, ...list(7.5)]).length, 1);
  });

  it('are no descriptions of items beside their amounts', () => {
    const texts = ['Wheels of water mills', 'of oak from the coast', 'Stones of water mills', 'with new iron bands'];
    const descriptions = texts.map((text, line) => wordsOf(text, 72, 120 + line * 20)).flat();
    const beside = (first: string, second: string): Word[] => [
      ...descriptions,
      ...cellsOf(
        [
          ['Subtotal', '9.00'],
          [first, second],
          [first, second],
        ],
        [300, 400],
        [100, 120, 160],
      ),
      ...cellsOf(
        [
          ['Subtotal', '9.00'],
          ['Tax', '1.00'],
          ['Total', '10.00'],
        ],
        [300, 400],
        [200, 220, 240],
      ),
    ];
    assert.deepEqual(firsts(beside('2 kg', '4.50')), ['Subtotal']);
    assert.equal(firsts(beside('Eling Mill', 'Carew')).length, 2);
  });

  it('are lists with hanging entries, whose indented lines differ', () => {
    const entries = (name: string, x: number, isIndented: (line: number) => boolean): Word[] =>
      Array.from({ length: 12 }, (_, line) =>
        wordsOf(isIndented(line) ? '31, 34' : `${name}, ${line + 10}`, isIndented(line) ? x + 12 : x, 100 + 12 * line),
      ).flat();
    const left = entries('Left', 72, (line) => line % 4 === 2);
    assert.deepEqual(firsts([...left, ...entries('Right', 300, (line) => line % 5 === 3)]), ['Left,', 'Right,']);
    assert.equal(firsts([...left, ...entries('Right', 300, (line) => line % 4 === 2)]).length, 1);
    assert.equal(firsts([...left, ...entries('Right', 300, () => false)]).length, 1);
  });

  it('are lists of numbered entries between whose lines the others stand', () => {
    const entries = (x: number, number: number, spaceAfter: readonly number[]): Word[] =>
      Array.from({ length: 15 }, (_, line) => {
        const space = spaceAfter.filter((after) => after < line).length * 6;
        return [
          ...wordsOf(`${number + line} Mill`, x, 100 + 12 * line + space),
          ...wordsOf('12.50', x + 150, 100 + 12 * line + space),
        ];
      }).flat();
    const left = entries(72, 1975, [2, 3]);
    assert.deepEqual(firsts([...left, ...entries(320, 1985, [2, 6])]), ['1975', '1985']);
    assert.equal(firsts([...left, ...entries(320, 1985, [2, 3])]).length, 1);
    assert.equal(firsts([...left, ...entries(320, 100, [2, 6])]).length, 1);
  });

  it('are not split where a table crosses the gutter', () => {
    const words = [...column('left', 8, 72, 100), ...column('right', 8, 320, 100)];
    const wide = tableOf('ruled', [], { x0: 72, x1: 540, y0: 142, y1: 146 });
    const [above] = regionsOf(words, [wide], PAGE);
    assert.equal(above?.lines.length, 4);
  });

  it('are the two pages of a spread, however short their lines', () => {
    const short = (name: string, x: number, top: number) =>
      linesOf(
        Array.from({ length: 10 }, (_, line) => `${name} ${line}`),
        x,
        top,
      );
    const words = [...short('left', 300, 100), ...short('right', 514, 148)];
    assert.deepEqual(firsts(words, [], { ...PAGE, width: 842, height: 595 }), ['left', 'right']);
    assert.equal(firsts(words, [], { ...PAGE, width: 842, height: 1191 }).length, 1);
  });
});
