import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  MAX_OBJECT_BYTES,
  MAX_PARTS,
  checkParts,
  partCount,
  partSize,
  planParts,
} from '../../../api/storage/uploads/parts.ts';
import { runs } from '../../support/depth.ts';

const MIB = 1024 ** 2;

test('any size up to 5 TiB is split into at most 10,000 parts that add up to it', () => {
  const sizes = fc.integer({ min: 1, max: MAX_OBJECT_BYTES });
  const usual = fc.integer({ min: 5 * MIB, max: 64 * MIB });
  fc.assert(
    fc.property(sizes, usual, (size, usualPartBytes) => {
      const plan = planParts(size, usualPartBytes);
      if (plan === null) return size <= usualPartBytes;
      const count = partCount(plan);
      const last = partSize(plan, count);
      assert.ok(count >= 2 && count <= MAX_PARTS);
      assert.ok(plan.partBytes >= usualPartBytes && last >= 1 && last <= plan.partBytes);
      return (count - 1) * plan.partBytes + last === size;
    }),
    runs(),
  );
});

test('a file of unknown size is uploaded in one part', () => {
  assert.equal(planParts(undefined, 5 * MIB), null);
});

test('each invalid part is named once', () => {
  const plan = { partBytes: 5 * MIB, sizeBytes: 21 * MIB };
  const received = [1, 2, 3, 5].map((partNumber) => ({
    partNumber,
    etag: `e${partNumber}`,
    bytes: partNumber === 3 ? 7 : partSize(plan, partNumber),
  }));
  const named = [
    { part_number: 1, etag: '"e1"' },
    { part_number: 1, etag: 'e1' },
    { part_number: 2, etag: 'other' },
    { part_number: 3, etag: 'e3' },
    { part_number: 4, etag: 'e4' },
    { part_number: 6, etag: 'e6' },
  ];
  assert.deepEqual(
    checkParts(plan, named, received).map(({ loc, type }) => [loc.at(-1), type]),
    [
      [1, 'part_repeated'],
      [2, 'part_etag'],
      [3, 'part_size'],
      [4, 'part_missing'],
      [5, 'part_unknown'],
      ['parts', 'part_missing'],
    ],
  );
});
