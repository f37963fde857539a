import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownRule } from '../../../../engines/parse/markdown_converter/calendar/times.ts';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const SETTINGS = { mediaType: 'text/calendar' };
const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const EVENT = calendar(
  'X-WR-CALNAME:Work',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'SUMMARY:Tides\\, and mo',
  ' re',
  'DTSTART;TZID="Europe/Berlin":20240510T140000',
  'DTEND:20240510T130000Z',
  'LOCATION:Room 1',
  'ORGANIZER;CN="Lovelace: Ada":mailto:ada@example.org',
  'ATTENDEE:mailto:bob@example.org',
  'DESCRIPTION:First line\\nsecond # line\\n\\nNext',
  'BEGIN:VALARM',
  'DESCRIPTION:Reminder',
  'END:VALARM',
  'END:VEVENT',
);

test('an event is a section with its facts', async () => {
  const { markdown, title } = await parse(EVENT, SETTINGS);
  assert.equal(
    markdown,
    '## Tides, and more\n\n**When:** 2024-05-10 14:00 Europe/Berlin – 2024-05-10 13:00 UTC  \n**Where:** Room 1  \n' +
      '**Organizer:** Lovelace: Ada (ada@example.org)  \n**Attendees:** bob@example.org\n\n' +
      'First line  \nsecond # line\n\nNext\n',
  );
  assert.equal(title, 'Work');
});

test('whole days, tasks and entries without a summary', async () => {
  const source = calendar('BEGIN:VTODO', 'DUE;VALUE=DATE:20240511', 'STATUS:NEEDS-ACTION', 'END:VTODO');
  assert.equal(await markdownOf(source, SETTINGS), '## Event\n\n**When:** 2024-05-11  \n**Status:** NEEDS-ACTION');
});

test('calendars are recognized; without events they are empty', async () => {
  assert.equal(sniffMediaType(Buffer.from(EVENT), { filename: 'a.txt', declared: null }), 'text/calendar');
  await assertFails(parse(calendar('X-A:b'), SETTINGS), 'empty');
  await assertFails(parse(calendar('END:VEVENT', 'BEGIN:VEVENT'), SETTINGS), 'empty');
});

test('an invitation in a message is a section', async () => {
  const source =
    'From: a@b.org\r\nSubject: Invitation\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; ' +
    'boundary=b\r\n\r\n' +
    `--b\r\nContent-Type: text/plain\r\n\r\nPlease come\r\n--b\r\nContent-Type: text/calendar; ` +
    `method=REQUEST\r\n\r\n${EVENT}\r\n--b--\r\n`;
  const markdown = await markdownOf(source, { mediaType: 'message/rfc822' });
  assert.match(markdown, /Please come\n\n## Attachment: [^\n]+\n\n#### Tides, and more\n\n\*\*When:\*\* 2024-05-10/);
});

test('a series is told in words, with its exceptions, its changed times and the answers', async () => {
  const source = calendar(
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Gauge',
    'DTSTART;TZID=Europe/Berlin:20240506T090000',
    'DURATION:PT1H30M',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=6;WKST=SU',
    'EXDATE;TZID=Europe/Berlin:20240509T090000,20240513T090000',
    'RDATE;VALUE=PERIOD:20240511T080000Z/PT2H',
    'ATTENDEE;CN=Bob;PARTSTAT=DECLINED:mailto:bob@example.org',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:cy@example.org',
    'ATTENDEE;CN=Di;PARTSTAT=NEEDS-ACTION:mailto:di@example.org',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Gauge, later',
    'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20240516T090000',
    'DTSTART;TZID=Europe/Berlin:20240516T110000',
    'END:VEVENT',
  );
  assert.equal(
    await markdownOf(source, SETTINGS),
    '## Gauge\n\n**When:** 2024-05-06 09:00 Europe/Berlin for 1 hour 30 minutes  \n' +
      '**Repeats:** weekly on Monday and Thursday, 6 times  \n**Also:** 2024-05-11 08:00 UTC – 2 hours  \n' +
      '**Except:** 2024-05-09 09:00 Europe/Berlin, 2024-05-13 09:00 Europe/Berlin  \n' +
      '**Attendees:** Bob (bob@example.org, declined), cy@example.org (accepted), Di (di@example.org)\n\n' +
      '## Gauge, later\n\n**When:** 2024-05-16 11:00 Europe/Berlin  \n' +
      '**Instead of:** 2024-05-16 09:00 Europe/Berlin and all later ones',
  );
});

test('a calendar that cancels its events says so, unless they have a status', async () => {
  const event = (...more: readonly string[]): string[] => ['BEGIN:VEVENT', 'SUMMARY:Gauge', ...more, 'END:VEVENT'];
  const source = calendar('METHOD:CANCEL', ...event(), ...event('STATUS:CONFIRMED'));
  assert.equal(
    await markdownOf(source, SETTINGS),
    '## Gauge\n\n**Status:** CANCELLED\n\n## Gauge\n\n**Status:** CONFIRMED',
  );
});

test('rules of repetition are words, and what has none is as in the file', () => {
  for (const [rule, words] of [
    ['FREQ=DAILY', 'daily'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=1', 'every 3 days, 1 time'],
    ['FREQ=MONTHLY;BYDAY=2TU,-1FR', 'monthly on the second Tuesday and the last Friday'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', 'monthly on day 1, day 15 and the last day'],
    ['FREQ=YEARLY;BYMONTH=3,10;BYMONTHDAY=4', 'yearly on day 4 in March and October'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=20241231', 'every 2 weeks, until 2024-12-31, WKST=SU'],
    ['FREQ=MONTHLY;BYDAY=MO,XX;BYSETPOS=-1', 'monthly on Monday and XX, BYSETPOS=-1'],
    ['FREQ=FORTNIGHTLY;COUNT=2', 'FREQ=FORTNIGHTLY;COUNT=2'],
  ] as const) {
    assert.equal(shownRule(rule), words);
  }
});
