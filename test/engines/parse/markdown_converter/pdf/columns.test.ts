import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownOf } from '../../../../support/documents/parse-pdf.ts';
import { Random } from '../../../../support/random.ts';
import { typeset } from '../../../../support/documents/typeset.ts';
import type { Layout } from '../../../../support/documents/typeset.ts';

const wordsOf = (text: string): string[] => text.match(/[\w.]+/g) ?? [];

/** Every word in reading order, and `tables` tables. */
async function checkOrder(layout: Layout, tables = 0): Promise<void> {
  const { page, truth } = typeset(new Random(1, JSON.stringify(layout)), layout);
  const markdown = await markdownOf(page);
  assert.deepEqual(wordsOf(markdown), wordsOf(truth.join(' ')));
  assert.equal(markdown.match(/^\| ---/gm)?.length ?? 0, tables);
}

const each = (columns: readonly number[], gutters: readonly number[]): Pick<Layout, 'columns' | 'gutter'>[] =>
  columns.flatMap((count) => gutters.map((gutter) => ({ columns: count, gutter })));

describe('a page in columns', () => {
  for (const headings of [false, true]) {
    for (const size of [8.5, 9.5]) {
      for (const { columns, gutter } of each([2, 3, 4], [10, 14])) {
        const name = `${columns} columns ${gutter} points apart, in ${size} points`;
        it(`of justified prose has no table: ${name}, ${headings ? 'with' : 'without'} headings`, () =>
          checkOrder({ columns, gutter, size, justified: true, headings, title: headings }));
      }
    }
  }

  for (const { columns, gutter } of each([3, 4, 5], [8, 11])) {
    const layout = { columns, gutter, size: columns === 5 ? 7 : 8.5, headings: true, shifted: true };
    it(`is read column by column when lines and ends are uneven: ${columns}, ${gutter} points apart`, () =>
      checkOrder({ ...layout, justified: false, unequal: true }));
  }

  it('is read after the title and a paragraph over all columns', async () => {
    await checkOrder({ columns: 2, gutter: 12, justified: true, title: true, abstract: 5 });
    await checkOrder({ columns: 3, gutter: 12, justified: false, title: true, abstract: 5 });
  });

  it('is read around a photograph over the middle columns, with its caption', async () => {
    await checkOrder({ columns: 4, gutter: 12, justified: true, size: 8.5, title: true, photo: true });
    await checkOrder({ columns: 5, gutter: 10, justified: false, size: 7, headings: true, photo: true });
  });

  it('may have a table in one column', () =>
    checkOrder({ columns: 3, gutter: 12, justified: true, size: 8.5, table: 8 }, 1));
});
