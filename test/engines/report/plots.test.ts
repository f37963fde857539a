import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearAxis, logAxis } from '../../../engines/report/plots/axis.ts';
import { axisOf } from '../../../engines/report/plots/distribution.ts';
import { logBins, startOf } from '../../../engines/report/plots/log-bins.ts';

test('a linear axis goes from 0 to a round value, in few steps', () => {
  assert.deepEqual(linearAxis(28).ticks, [0, 10, 20, 30]);
  assert.deepEqual(linearAxis(100).ticks, [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(
    linearAxis(0).ticks,
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) => linearAxis(1).ticks.find((one) => Math.abs(one - tick) < 1e-9)),
  );
  assert.deepEqual([linearAxis(30).at(15), linearAxis(30).at(99)], [0.5, 1]);
});

test('a logarithmic axis lies around its values, with 1, 2 and 5 of a power of ten as long as there is room', () => {
  assert.deepEqual(logAxis(60, 1200).ticks, [50, 100, 200, 500, 1000, 2000]);
  assert.deepEqual(logAxis(1, 1000).ticks, [1, 10, 100, 1000]);
  assert.deepEqual(logAxis(5, 5).ticks, [5, 10]);
  const { at } = logAxis(1, 100);
  assert.deepEqual([at(0), at(1), at(10), at(1e9)], [0, 0, 0.5, 1]);
});

test('bins have the same ratio, and their axis contains them', () => {
  const bins = logBins([
    [0, 2],
    [1, 1],
    [9.99, 1],
    [10, 3],
  ]);
  assert.deepEqual(
    [...bins].sort(([a], [b]) => a - b),
    [
      [-40, 2],
      [0, 1],
      [19, 1],
      [20, 3],
    ],
  );
  const axis = axisOf([bins, new Map([[45, 1]])]);
  assert.ok(axis && axis.low <= startOf(-40) && axis.high >= startOf(46));
  assert.equal(axisOf([new Map()]), null);
});
