import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnsAbove,
  joinHeadings,
  nearestHeading,
  withoutColumns,
} from '../../../../engines/text/chunking/headings.ts';

test('the names of columns are told from the headings above them', () => {
  const read = (headings: readonly string[]): unknown[] => {
    const heading = joinHeadings(headings);
    return [withoutColumns(heading), nearestHeading(heading), columnsAbove(heading)];
  };
  assert.deepEqual(read(['Travel', 'Hotels', '| City | Rate |']), ['Travel › Hotels', 'Hotels', '| City | Rate |']);
  assert.deepEqual(read(['| City | Rate |']), ['', '', '| City | Rate |']);
  assert.deepEqual(read(['Travel', 'Hotels']), ['Travel › Hotels', 'Hotels', null]);
  assert.deepEqual(read([]), ['', '', null]);
});
