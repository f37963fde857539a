import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePdfDate, splitAuthors } from '../../../../../../engines/parse/pages/pdf/file/metadata.ts';

describe('splitAuthors', () => {
  it('splits names at semicolons, "and" and commas', () => {
    assert.deepEqual(splitAuthors('Ada Miller; Ben Wheel'), ['Ada Miller', 'Ben Wheel']);
    assert.deepEqual(splitAuthors('Ada Miller, Ben Wheel, and Cy Gate'), ['Ada Miller', 'Ben Wheel', 'Cy Gate']);
  });

  it('keeps a name together that is written family name first', () => {
    assert.deepEqual(splitAuthors('Miller, Ada'), ['Miller, Ada']);
    assert.deepEqual(splitAuthors('Miller, Ada; Wheel, Ben'), ['Miller, Ada', 'Wheel, Ben']);
  });

  it('finds nobody in an empty field', () => {
    assert.deepEqual(splitAuthors(' '), []);
  });
});

describe('parsePdfDate', () => {
  it('converts dates of any time zone to UTC', () => {
    assert.equal(parsePdfDate("D:20240131120000-05'30'"), '2024-01-31T17:30:00.000Z');
    assert.equal(parsePdfDate('D:20240131120000Z'), '2024-01-31T12:00:00.000Z');
  });

  it('defaults missing parts to the first, and a missing time zone to UTC', () => {
    assert.equal(parsePdfDate('D:2024'), '2024-01-01T00:00:00.000Z');
  });

  it('returns null for invalid dates', () => {
    assert.equal(parsePdfDate('yesterday'), null);
    assert.equal(parsePdfDate('D:20241399'), null);
  });
});
