import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, isoOf } from '../../../../engines/knowledge/time/period.ts';
import { askedTime } from '../../../../engines/knowledge/time/question.ts';
import { rankInTime } from '../../../../engines/knowledge/time/rank.ts';

const TODAY = dayOf(2024, 3, 13);

function asked(question: string): string | null {
  const time = askedTime(question, TODAY, null);
  if (time === null) return null;
  const [from, to] = [time.from, time.to].map((day) => (day === null ? '…' : isoOf(day)));
  return [from, to, time.order, time.asksWhen ? 'when' : null].filter((part) => part !== null).join(' ');
}

const QUESTIONS: Readonly<Record<string, string | null>> = {
  'Who was mayor before 1950?': '… 1949-12-31',
  'Which mills burned after 3 May 1950?': '1950-05-04 …',
  'Who has been mayor since 1950?': '1950-01-01 …',
  'What happened between 2010 and 2015?': '2010-01-01 2015-12-31',
  'What did it cost after 2010 and before 2015?': '2011-01-01 2014-12-31',
  'Who was mayor in June 2020?': '2020-06-01 2020-06-30',
  'Who was mayor as of June 2020?': '… 2020-06-30 latest',
  'What happened last year?': '2023-01-01 2023-12-31',
  'What is the latest price of elm?': '… … latest',
  'Who was the first mayor?': '… … first',
  'Who is mayor now?': '… … latest',
  'What did the first lady say to whom?': null,
  'What is her last name?': null,
  'When did the mill burn?': '… … when',
  'Wer war 2012 Bürgermeister?': '2012-01-01 2012-12-31',
  'Was ist der aktuelle Preis?': '… … latest',
  'Who owns the mill?': null,
};

for (const [question, time] of Object.entries(QUESTIONS)) test(question, () => assert.equal(asked(question), time));

const date = (from: number | null, to: number | null) => ({ from, to });
const passage = (score: number, ...dates: { from: number | null; to: number | null }[]) => ({
  score,
  dates: dates.map((one) => ({ date: one, weight: 1 })),
});

test('a date that fits raises a passage, the more, the closer it is to what is asked', () => {
  const time = { ...date(100, 109), order: null, asksWhen: false };
  const scores = rankInTime(
    [
      passage(1, date(103, 104)),
      passage(1, date(100, 199)),
      passage(1, date(90, null)),
      passage(1, date(200, 210)),
      passage(1),
    ],
    time,
    1000,
  ).map(({ score }) => score);
  assert.deepEqual(
    scores.toSorted((a, b) => b - a),
    [scores[0], scores[1], scores[2], 1, 1],
  );
});

test('the latest is the one that began last, of those about the question, and not what is planned', () => {
  const time = { ...date(null, null), order: 'latest' as const, asksWhen: false };
  const ranked = rankInTime(
    [
      passage(1, date(10, 20)),
      passage(0.9, date(30, null)),
      passage(0.9, date(2000, 2000)),
      passage(0.1, date(40, 40)),
    ],
    time,
    1000,
  );
  const best = ranked.map(({ score }) => score).indexOf(Math.max(...ranked.map(({ score }) => score)));
  assert.equal(best, 1);
  assert.deepEqual(ranked[1]?.date, date(30, null));
});
