/** Calendars and invitations (iCalendar, RFC 5545) to Markdown: a section per event, task or journal entry. */
import { ServiceError } from '../../../../errors/index.ts';
import { PLAIN, text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { Omissions } from '../../documents/omissions.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import { append } from '../../documents/append.ts';
import { textContent } from '../../documents/html/dom.ts';
import { parseHtml } from '../../documents/html/parse.ts';
import { documentOfBlocks } from '../shared/blocks-document.ts';
import type { TextInput } from '../../documents/charset/decode.ts';
import { plain, readProperties, type Property } from './properties.ts';
import { shownDuration, shownRule, shownTimes } from './times.ts';

/** Components with a summary; others, such as time zones and alarms, are not shown. */
const ENTRIES = /^V(EVENT|TODO|JOURNAL)$/i;

/** Of a description of the calendar. */
const MAX_LENGTH = 1000;

/** Throws `empty` without an event, task or journal entry. */
export function convertCalendar(input: TextInput): ParsedDocument {
  const blocks: Block[] = [];
  let title: string | null = null;
  let method = '';
  let about = '';
  const omissions = new Omissions('calendar');
  let entry: Property[] | null = null;
  const open: string[] = [];
  for (const property of readProperties(input.text)) {
    const component = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      open.push(component);
      if (ENTRIES.test(component)) entry = [];
    } else if (property.name === 'END') {
      if (ENTRIES.test(component) && entry !== null) {
        append(blocks, entryBlocks(entry, method));
        entry = null;
      }
      open.pop();
    } else if (ENTRIES.test(open.at(-1) ?? '')) {
      entry?.push(property);
      if (property.name === 'ATTACH' && isBinary(property)) omissions.leaveOut('files inside the events');
    } else if (property.name === 'X-WR-CALDESC') about = plain(property.value);
    else if (property.name === 'X-WR-CALNAME') title = plain(property.value);
    else if (property.name === 'METHOD') method = component;
  }
  if (blocks.length === 0) throw new ServiceError('empty', 'The calendar has no events.');
  return documentOfBlocks(blocks, input, {
    title,
    ...(about !== '' && { properties: { description: about.slice(0, MAX_LENGTH) } }),
    warnings: omissions.warnings,
  });
}

/** `method` says what the sender of the calendar asks for; upper case. */
function entryBlocks(properties: readonly Property[], method: string): Block[] {
  const all = (name: string): Property[] => properties.filter((property) => property.name === name);
  const first = (name: string): string => plain(all(name)[0]?.value ?? '');
  const listed = (name: string): string =>
    all(name)
      .map(({ value }) => plain(value))
      .join(', ');
  const times = ['DTSTART', 'DTEND', 'DUE'].flatMap((name) => all(name).slice(0, 1)).map(shownTimes);
  const [duration = ''] = all('DURATION').map(({ value }) => ` for ${shownDuration(value)}`);
  const facts = Object.entries({
    When: times.join(' – ') + duration,
    // An event of a series that differs from it names the time that it would have had.
    'Instead of': all('RECURRENCE-ID').map(shownInstance).join(', '),
    Repeats: all('RRULE')
      .map(({ value }) => shownRule(value))
      .join('; '),
    Also: all('RDATE').map(shownTimes).join(', '),
    Except: [...all('EXDATE').map(shownTimes), ...all('EXRULE').map(({ value }) => shownRule(value))].join(', '),
    Where: first('LOCATION'),
    Organizer: all('ORGANIZER').map(shownPerson).join(', '),
    Attendees: all('ATTENDEE').map(shownPerson).join(', '),
    Status: first('STATUS') || (method === 'CANCEL' ? 'CANCELLED' : ''),
    Link: first('URL'),
    Conference: listed('CONFERENCE'),
    Contact: listed('CONTACT'),
    Categories: listed('CATEGORIES'),
    Resources: listed('RESOURCES'),
    Comment: listed('COMMENT'),
    Files: all('ATTACH')
      .map((file) => (isBinary(file) ? nameOfFile(file) : plain(file.value)))
      .filter((name) => name !== '')
      .join(', '),
  }).filter(([, value]) => value !== '');
  const lines = facts.map(([name, value]): Inline[] => [
    text(`${name}:`, { ...PLAIN, bold: true }),
    text(` ${value.replace(/\s+/g, ' ')}`),
  ]);
  const description = (first('DESCRIPTION') || textContent(parseHtml(first('X-ALT-DESC')))).trim().split('\n\n');
  return [
    { kind: 'heading', level: 2, content: [text(first('SUMMARY') || 'Event')] },
    { kind: 'paragraph', content: withBreaks(lines) },
    ...description
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph): Block => ({
        kind: 'paragraph',
        content: withBreaks(
          paragraph
            .trim()
            .split('\n')
            .map((line) => [text(line)]),
        ),
      })),
  ];
}

const isBinary = ({ parameters }: Property): boolean => parameters.get('VALUE')?.toUpperCase() === 'BINARY';

const nameOfFile = ({ parameters }: Property): string =>
  parameters.get('FILENAME') ?? parameters.get('X-FILENAME') ?? '';

const withBreaks = (lines: readonly Inline[][]): Inline[] =>
  lines.flatMap((line, index): Inline[] => (index === 0 ? line : [{ kind: 'break' }, ...line]));

function shownInstance(property: Property): string {
  const isRange = property.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE';
  return shownTimes(property) + (isRange ? ' and all later ones' : '');
}

/** With the answer to an invitation, if there is one: `Bob (bob@example.org, declined)`. */
function shownPerson({ value, parameters }: Property): string {
  const address = value.trim().replace(/^mailto:/i, '');
  const name = parameters.get('CN') ?? '';
  const answer = parameters.get('PARTSTAT')?.toLowerCase() ?? '';
  const facts = [address, answer === 'needs-action' ? '' : answer].filter((fact) => fact !== '' && fact !== name);
  if (name === '') return facts.length < 2 ? facts.join('') : `${address} (${answer})`;
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}
