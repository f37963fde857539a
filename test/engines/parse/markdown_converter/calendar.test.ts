import assert from 'node:assert/strict';
import { test } from 'node:test';
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
