import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Period } from '../../../../engines/knowledge/time/period.ts';
import type { AskedTime } from '../../../../engines/knowledge/time/question.ts';
import { rankInTime } from '../../../../engines/knowledge/time/rank.ts';
import type { RankedInTime, Timed } from '../../../../engines/knowledge/time/rank.ts';

/** Days later than this one are in the future. */
const TODAY = 1000;

const date = (from: number | null, to: number | null): Period => ({ from, to });
const passage = (score: number, ...dates: readonly Period[]): Timed<Period> => ({
  score,
  dates: dates.map((one) => ({ date: one, weight: 1 })),
});

const OPEN = { ...date(null, null), order: null, asksWhen: false };
const BETWEEN = { ...OPEN, ...date(100, 109) };

const ranked = (asked: AskedTime, ...passages: readonly Timed<Period>[]): RankedInTime<Period>[] =>
  rankInTime(passages, asked, TODAY);
const scores = (asked: AskedTime, ...passages: readonly Timed<Period>[]): number[] =>
  ranked(asked, ...passages).map(({ score }) => score);

/** That each score is higher than the next. */
function assertFalling(values: readonly number[]): void {
  for (const [index, value] of values.entries()) assert.ok(value > (values[index + 1] ?? -Infinity), values.join(', '));
}

describe('a period that is asked for', () => {
  it('raises a passage with a date that fits, the more, the closer the date is to it', () => {
    const [close, wide, open, after, none] = scores(
      BETWEEN,
      passage(1, date(103, 104)),
      passage(1, date(100, 199)),
      passage(1, date(90, null)),
      passage(1, date(200, 210)),
      passage(1),
    );
    assertFalling([close ?? 0, wide ?? 0, open ?? 0, 1]);
    assert.deepEqual([after, none], [1, 1]);
  });

  it('raises a passage whose dates lie before and after it, less than one with a date that fits', () => {
    const [fits, around, none] = scores(
      BETWEEN,
      passage(1, date(103, 104)),
      // A date before the period counts by itself if it is the last one: here it is not.
      passage(1, date(50, 50), date(150, 150)),
      passage(1, date(60, 60)),
    );
    assertFalling([fits ?? 0, around ?? 0, 1]);
    assert.ok((none ?? 0) > 1);
  });

  it('raises the passage with the last date before it, which may still have held, if that is not years long', () => {
    const asked = [passage(1, date(20, 20)), passage(1, date(60, 60)), passage(1, date(70, 500))] as const;
    const [early, last, long] = ranked({ ...OPEN, ...date(600, 609) }, ...asked);
    assert.deepEqual([early?.score, long?.score], [1, 1]);
    assert.ok((last?.score ?? 0) > 1);
    assert.deepEqual([early?.date, last?.date, long?.date], [null, date(60, 60), null]);
  });

  it('raises passages by how much they are about the question', () => {
    const [best = 0, other = 0] = scores(BETWEEN, passage(1, date(103, 104)), passage(0.5, date(103, 104)));
    assert.ok(best - 1 > 3 * (other - 0.5));
  });
});

describe('an order', () => {
  const latest = { ...OPEN, order: 'latest' } as const;

  it('puts first what began last of what is about the question, and not what is planned', () => {
    const [first, last, planned] = ranked(
      latest,
      passage(1, date(10, 20)),
      passage(0.9, date(30, null)),
      passage(0.9, date(2000, 2000)),
    );
    assertFalling([last?.score ?? 0, first?.score ?? 0, planned?.score ?? 0]);
    assert.deepEqual(last?.date, date(30, null));
  });

  it('counts the dates of no passage that has less than .7 of the best score', () => {
    const [about, other] = scores(latest, passage(1, date(10, 10)), passage(0.69, date(40, 40)));
    assert.equal(other, 0.69);
    assert.equal(about, scores(latest, passage(1, date(10, 10)))[0]);
  });

  it('puts the earliest first when the first is asked for', () => {
    const [early = 0, late = 0] = scores(
      { ...OPEN, order: 'first' },
      passage(1, date(10, 20)),
      passage(1, date(30, 40)),
    );
    assertFalling([early, late]);
  });
});

describe('a question for the day', () => {
  it('raises passages with a date', () => {
    const [dated, none] = scores({ ...OPEN, asksWhen: true }, passage(1, date(10, 20)), passage(1));
    assert.ok((dated ?? 0) > 1);
    assert.equal(none, 1);
    assert.deepEqual(scores(OPEN, passage(1, date(10, 20)), passage(1)), [1, 1]);
  });
});

describe('a state at a day', () => {
  const AS_OF = { ...OPEN, to: 600, order: 'latest' } as const;

  it('is told by what held on it, rather than by what had ended', () => {
    const one = ranked(AS_OF, passage(1, date(-3000, 500), date(400, 2000)), passage(1, date(550, 560)));
    assert.deepEqual(one[0]?.date, date(400, 2000));
    assert.deepEqual(ranked(AS_OF, passage(1, date(-3000, 2000), date(-2000, 500)))[0]?.date, date(-3000, 2000));
    assert.deepEqual(ranked(AS_OF, passage(1, date(-3000, null), date(-2000, 500)))[0]?.date, date(-3000, null));
  });

  it('may also be told by a day before it', () => {
    assert.deepEqual(ranked(AS_OF, passage(1, date(300, 300), date(500, 500)))[0]?.date, date(500, 500));
  });
});
