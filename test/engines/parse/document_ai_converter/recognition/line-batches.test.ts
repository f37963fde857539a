import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineBatches } from '../../../../../engines/parse/document_ai_converter/recognition/line-batches.ts';

test('all lines are read once, long ones alone and short ones of similar width together', () => {
  const box = (width: number) => ({ x0: 0, y0: 0, x1: width, y1: 24 });
  const batches = lineBatches([box(20), box(500), box(21), box(60), box(500)]);
  assert.deepEqual(
    batches.map((batch) => batch.map(({ index }) => index)),
    [[1], [4], [3], [2, 0]],
  );
});
