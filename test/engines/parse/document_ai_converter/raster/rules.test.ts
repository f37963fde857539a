import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRules, withoutStrokes } from '../../../../../engines/parse/document_ai_converter/raster/rules.ts';
import { page } from '../../../../support/documents/rasters.ts';

test('drawn lines are found, fills and strokes of letters are not', () => {
  const drawn = page(400, 300, [
    [50, 100, 300, 2],
    [50, 100, 2, 150],
    [200, 150, 100, 60],
    [100, 40, 3, 30],
  ]);
  const rules = findRules(drawn);
  assert.deepEqual(
    rules.horizontal.map(({ at, from, to }) => [Math.round(at), Math.round(from / 10), Math.round(to / 10)]),
    [[101, 5, 35]],
  );
  const line = { x0: 90, y0: 35, x1: 140, y1: 75 };
  assert.equal(rules.vertical.length, 2);
  assert.deepEqual(
    withoutStrokes(rules, [line]).vertical.map(({ at }) => Math.round(at / 10)),
    [5],
  );
});
