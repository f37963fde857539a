import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datesIn, meant } from '../../../../engines/knowledge/time/dates-in.ts';
import { dayOf, isoOf } from '../../../../engines/knowledge/time/period.ts';
import { assertLinear, assertLinearInText } from '../../../support/linear.ts';

/** A Wednesday. */
const WRITTEN = dayOf(2024, 3, 13);

function read(text: string, written: number | null = WRITTEN, dayFirst: boolean | null = null): string {
  return datesIn(text, { written, dayFirst })
    .map((date) => {
      const days = [meant(date).from, meant(date).to].map((day) => (day === null ? '' : isoOf(day)));
      return `${text.slice(date.start, date.end)} = ${days[0] === days[1] ? days[0] : days.join(' to ')}`;
    })
    .join('; ');
}

const DATES: Readonly<Record<string, string>> = {
  'It closed on 2024-03-12.': '2024-03-12 = 2024-03-12',
  'At 2024-03-12T10:00 it closed.': '2024-03-12 = 2024-03-12',
  'It closed on the 12th of March, 2023.': '12th of March, 2023 = 2023-03-12',
  'It closed on March 12, 2023, and': 'March 12, 2023 = 2023-03-12',
  'Sept. 3, 1999': 'Sept. 3, 1999 = 1999-09-03',
  'closed in March 2023': 'March 2023 = 2023-03-01 to 2023-03-31',
  'closed in 2023': '2023 = 2023-01-01 to 2023-12-31',
  'On 5 April it opens.': '5 April = 2024-04-05',
  'On 2 May 1944 it rained. On 5 June it did not.': '2 May 1944 = 1944-05-02; 5 June = 1944-06-05',
  'Q3 2024 and 2023 Q1': 'Q3 2024 = 2024-07-01 to 2024-09-30; 2023 Q1 = 2023-01-01 to 2023-03-31',
  'in the third quarter of 2021': 'third quarter of 2021 = 2021-07-01 to 2021-09-30',
  'the first half of 2021': 'first half of 2021 = 2021-01-01 to 2021-06-30',
  'in spring 2020': 'spring 2020 = 2020-03-01 to 2020-05-31',
  'in the 1990s': '1990s = 1990-01-01 to 1999-12-31',
  'in the 19th century': '19th century = 1801-01-01 to 1900-12-31',
  'the war of 1939–45 and': '1939–45 = 1939-01-01 to 1945-12-31',
  '2019/20': '2019/20 = 2019-01-01 to 2020-12-31',
  'from May to July 2021': 'May to July 2021 = 2021-05-01 to 2021-07-31',
  'between 2010 and 2015': '2010 and 2015 = 2010-01-01 to 2015-12-31',
  '12–15 March 2024': '12–15 March 2024 = 2024-03-12 to 2024-03-15',
  'March 12–15, 2024': 'March 12–15, 2024 = 2024-03-12 to 2024-03-15',
  '(12 May 1801 – 3 June 1870)': '12 May 1801 – 3 June 1870 = 1801-05-12 to 1870-06-03',
  'since 2003': '2003 = 2003-01-01 to ',
  'until the end of May 2019': 'May 2019 =  to 2019-05-31',
  'before 2019, after 2010': '2019 =  to 2018-12-31; 2010 = 2011-01-01 to ',
  'from 2015 on.': '2015 = 2015-01-01 to ',
  'yesterday and last year': 'yesterday = 2024-03-12; last year = 2023-01-01 to 2023-12-31',
  'two weeks ago': 'two weeks ago = 2024-02-26 to 2024-03-03',
  'On 3 May 2020 it sank. Three days later it rose.': '3 May 2020 = 2020-05-03; Three days later = 2020-05-06',
  'Am 12. März 2024 und seit 2003': '12. März 2024 = 2024-03-12; 2003 = 2003-01-01 to ',
  'im 3. Quartal 2023': '3. Quartal 2023 = 2023-07-01 to 2023-09-30',
  'die 1990er Jahre, das 19. Jahrhundert':
    '1990er = 1990-01-01 to 1999-12-31; 19. Jahrhundert = 1801-01-01 to 1900-12-31',
  'vor drei Tagen, letztes Jahr': 'vor drei Tagen = 2024-03-10; letztes Jahr = 2023-01-01 to 2023-12-31',
  'zwischen 2010 und 2015': '2010 und 2015 = 2010-01-01 to 2015-12-31',
  'It may rain on 1200 people, who paid 2000 euros or 1,950.00, in room 1850.': '',
  'He marched 12 may poles.': '',
  '31 February 2020 is no day': 'February 2020 = 2020-02-01 to 2020-02-29',
};

for (const [text, dates] of Object.entries(DATES)) test(text, () => assert.equal(read(text), dates));

test('the order of day and month follows what is known of it, or is left open', () => {
  assert.equal(read('23/04/2024'), '23/04/2024 = 2024-04-23');
  assert.equal(read('03/04/2024', null, true), '03/04/2024 = 2024-04-03');
  assert.equal(read('03/04/2024', null, false), '03/04/2024 = 2024-03-04');
  assert.equal(read('03/04/2024', null, null), '03/04/2024 = 2024-03-04 to 2024-04-03');
  assert.equal(read('03.04.2024', null, null), '03.04.2024 = 2024-04-03');
});

test('what is told from another day is no date while the day is not known', () => {
  assert.equal(read('yesterday, last year, three days later, on 5 April', null), '');
});

test('a way that leads beyond the years of dates is no date', () => {
  const date = '12 March 2024 = 2024-03-12';
  assert.equal(read('12 March 2024, 1000 years earlier'), `${date}; 1000 years earlier = 1024-01-01 to 1024-12-31`);
  assert.equal(read('12 March 2024, 1000 years later, 1000 years later'), date);
  assert.equal(
    read('12 March 2024, 900 years earlier, 900 years earlier'),
    `${date}; 900 years earlier = 1124-01-01 to 1124-12-31`,
  );
});

const OPENERS = ['1/', '12 of ', 'March ', 'from 2010 to ', 'the first ', '3 May 2020 three days later '];

test('the time is linear in the text', async () => {
  const read = (text: string) => datesIn(text, { written: WRITTEN, dayFirst: null });
  for (const opener of OPENERS) await assertLinear(opener, (repeats) => read(opener.repeat(repeats)));
  await assertLinearInText('dates', read);
});
