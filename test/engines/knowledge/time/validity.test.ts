import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datesIn } from '../../../../engines/knowledge/time/dates-in.ts';
import { isoOf } from '../../../../engines/knowledge/time/period.ts';
import { validities } from '../../../../engines/knowledge/time/validity.ts';

/** When the facts hold whose predicates are given. */
function held(text: string, ...predicates: readonly string[]): (string | null)[] {
  const facts = predicates.map((predicate) => {
    const at = text.indexOf(predicate);
    return { predicate, start: at, end: at + predicate.length };
  });
  const written = (day: number | null): string => (day === null ? '' : isoOf(day));
  return validities(text, facts, datesIn(text, { written: null, dayFirst: null })).map(
    (one) => one && `${written(one.from)} to ${written(one.to)} (${text.slice(one.start, one.end)})`,
  );
}

test('a fact holds when its own sentence says so', () => {
  assert.deepEqual(held('Ada was mayor of Quay from 2010 to 2015.', 'was mayor'), [
    '2010-01-01 to 2015-12-31 (2010 to 2015)',
  ]);
  assert.deepEqual(held('Ada has been mayor since May 2010. Ben likes it.', 'has been', 'likes'), [
    '2010-05-01 to  (May 2010)',
    null,
  ]);
  assert.deepEqual(held('Ada was mayor until 2015.', 'was mayor'), [' to 2015-12-31 (2015)']);
  assert.deepEqual(held('In 2010, Ada became mayor of Quay.', 'became'), ['2010-01-01 to  (2010)']);
  assert.deepEqual(held('Ada founded Quay in 2010.', 'founded'), ['2010-01-01 to 2010-12-31 (2010)']);
});

test('of two facts of a sentence each has the date behind it', () => {
  assert.deepEqual(held('Ada founded Quay in 2010 and sold Mill in 2012.', 'founded', 'sold'), [
    '2010-01-01 to 2010-12-31 (2010)',
    '2012-01-01 to 2012-12-31 (2012)',
  ]);
});
