import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, isoOf } from '../../../../engines/knowledge/time/period.ts';
import { askedTime } from '../../../../engines/knowledge/time/question.ts';

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
