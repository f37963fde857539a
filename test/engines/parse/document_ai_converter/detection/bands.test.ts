import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf } from '../../../../../engines/parse/document_ai_converter/detection/bands.ts';

const PAGE = { width: 850, height: 1100, dpi: 100 };

/** White but for dark rows from–to between the columns 200 and 600. */
function pageWith(rows: readonly (readonly [from: number, to: number])[]) {
  const pixels = new Uint8Array(PAGE.width * PAGE.height).fill(255);
  for (const [from, to] of rows) {
    for (let y = from; y < to; y++) pixels.fill(0, y * PAGE.width + 200, y * PAGE.width + 600);
  }
  return { ...PAGE, pixels };
}

test('text is searched where there is ink, in parts that are cut between lines', () => {
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

test('a page with little ink is one part, a blank page none', () => {
  assert.equal(bandsOf(pageWith([[200, 300]]), 2).length, 1);
  assert.deepEqual(bandsOf(pageWith([]), 2), []);
});
