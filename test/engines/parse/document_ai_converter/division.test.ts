/** How the work on a page is divided among processors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf } from '../../../../engines/parse/document_ai_converter/detection/bands.ts';
import { lineBatches } from '../../../../engines/parse/document_ai_converter/recognition/line-batches.ts';
import { readAhead } from '../../../../engines/parse/document_ai_converter/page/read-ahead.ts';

const PAGE = { width: 850, height: 1100, dpi: 100 };

/** White but for dark rows from–to between the columns 200 and 600. */
function pageWith(rows: readonly (readonly [from: number, to: number])[]) {
  const pixels = new Uint8Array(PAGE.width * PAGE.height).fill(255);
  for (const [from, to] of rows) {
    for (let y = from; y < to; y++) pixels.fill(0, y * PAGE.width + 200, y * PAGE.width + 600);
  }
  return { ...PAGE, pixels };
}

test('text is looked for where ink is, in parts that are cut between lines', () => {
  const [upper, lower, ...others] = bandsOf(
    pageWith([
      [200, 560],
      [600, 900],
    ]),
    2,
  );
  assert.deepEqual(others, []);
  assert.ok(upper !== undefined && lower !== undefined);
  assert.ok(upper.box.x0 > 100 && upper.box.x0 < 200 && upper.box.x1 > 600 && upper.box.x1 < 700);
  assert.ok(upper.box.y0 > 100 && upper.box.y0 < 200 && lower.box.y1 > 900 && lower.box.y1 < 1000);
  assert.equal(upper.to, lower.from);
  assert.ok(upper.to > 560 && upper.to < 600);
  assert.ok(upper.box.y1 > upper.to && lower.box.y0 < upper.to);
});

test('a page with little ink is one part, a blank one none', () => {
  assert.equal(bandsOf(pageWith([[200, 300]]), 2).length, 1);
  assert.deepEqual(bandsOf(pageWith([]), 2), []);
});

test('all lines are read once, long ones alone and short ones of like width together', () => {
  const box = (width: number) => ({ x0: 0, y0: 0, x1: width, y1: 24 });
  const batches = lineBatches([box(20), box(500), box(21), box(60), box(500)]);
  assert.deepEqual(
    batches.map((batch) => batch.map(({ index }) => index)),
    [[1], [4], [3], [2, 0]],
  );
});

test('items are begun ahead, come in order, and have ended when one fails', async () => {
  const events: string[] = [];
  const reading = async () => {
    const read = async (item: number) => {
      events.push(`begin ${item}`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`end ${item}`);
      if (item === 2) throw new Error('unreadable');
      return item;
    };
    for await (const item of readAhead([1, 2, 3, 4], read)) events.push(`take ${item}`);
  };
  await assert.rejects(reading, /unreadable/);
  assert.deepEqual(events, ['begin 1', 'begin 2', 'end 1', 'take 1', 'begin 3', 'end 2', 'end 3']);
});
