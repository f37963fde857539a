/** Calendars and invitations (iCalendar, RFC 5545) to Markdown: a section per event, task or journal entry. */
import { ServiceError } from '../../../errors/index.ts';
import { PLAIN, text, type Block, type Inline } from '../documents/markdown/model.ts';
import type { ParsedDocument } from '../documents/types.ts';
import { append } from '../documents/append.ts';
import { documentOfBlocks } from './shared/blocks-document.ts';
import type { TextInput } from '../documents/charset/decode.ts';

interface Property {
  /** Upper case. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Verbatim, escapes included. */
  readonly value: string;
}

/** Components with a summary; others, such as time zones and alarms, are not shown. */
const ENTRIES = /^V(EVENT|TODO|JOURNAL)$/i;

/** Throws `empty` without an event, task or journal entry. */
export function convertCalendar(input: TextInput): ParsedDocument {
  const blocks: Block[] = [];
  let title: string | null = null;
  let entry: Property[] | null = null;
  const open: string[] = [];
  for (const property of readProperties(input.text)) {
    const component = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      open.push(component);
      if (ENTRIES.test(component)) entry = [];
    } else if (property.name === 'END') {
      if (ENTRIES.test(component) && entry !== null) {
        append(blocks, entryBlocks(entry));
        entry = null;
      }
      open.pop();
    } else if (ENTRIES.test(open.at(-1) ?? '')) entry?.push(property);
    else if (property.name === 'X-WR-CALNAME') title = plain(property.value);
  }
  if (blocks.length === 0) throw new ServiceError('empty', 'The calendar has no events.');
  return documentOfBlocks(blocks, input, { title });
}

/** The properties, one per line; a line that begins with a space continues the one before it. */
function* readProperties(calendar: string): Generator<Property> {
  for (const line of calendar.replace(/(?:\r\n?|\n)[ \t]/g, '').split(/\r\n?|\n/)) {
    const [head = '', value] = splitAt(line, ':', 2);
    if (value === undefined) continue;
    const [name = '', ...parameters] = splitAt(head, ';', Infinity);
    yield {
      name: name.trim().toUpperCase(),
      parameters: new Map(
        parameters.map((parameter) => {
          const [key = '', content = ''] = splitAt(parameter, '=', 2);
          return [key.toUpperCase(), content.replace(/^"|"$/g, '')];
        }),
      ),
      value,
    };
  }
}

/** Splits at a character outside quotes, into at most so many parts. */
function splitAt(line: string, separator: string, most: number): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length && parts.length < most - 1; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] !== separator || isQuoted) continue;
    parts.push(line.slice(start, at));
    start = at + 1;
  }
  return [...parts, line.slice(start)];
}

function entryBlocks(properties: readonly Property[]): Block[] {
  const all = (name: string): Property[] => properties.filter((property) => property.name === name);
  const first = (name: string): string => plain(all(name)[0]?.value ?? '');
  const times = ['DTSTART', 'DTEND', 'DUE'].flatMap((name) => all(name).slice(0, 1)).map(shownTime);
  const facts = Object.entries({
    When: times.join(' – '),
    Repeats: first('RRULE'),
    Where: first('LOCATION'),
    Organizer: all('ORGANIZER').map(shownPerson).join(', '),
    Attendees: all('ATTENDEE').map(shownPerson).join(', '),
    Status: first('STATUS'),
    Link: first('URL'),
  }).filter(([, value]) => value !== '');
  const lines = facts.map(([name, value]): Inline[] => [
    text(`${name}:`, { ...PLAIN, bold: true }),
    text(` ${value.replace(/\s+/g, ' ')}`),
  ]);
  const description = first('DESCRIPTION').split('\n\n');
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

const withBreaks = (lines: readonly Inline[][]): Inline[] =>
  lines.flatMap((line, index): Inline[] => (index === 0 ? line : [{ kind: 'break' }, ...line]));

/** `20240510T140000Z` is shown as `2024-05-10 14:00 UTC`; a time without zone is the reader's own. */
function shownTime({ value, parameters }: Property): string {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value.trim()) ?? [];
  if (year === undefined) return plain(value);
  const zone = utc === 'Z' ? 'UTC' : (parameters.get('TZID') ?? '');
  return [`${year}-${month}-${day}`, hour === undefined ? '' : `${hour}:${minute}`, zone]
    .filter((part) => part !== '')
    .join(' ');
}

function shownPerson({ value, parameters }: Property): string {
  const address = value.trim().replace(/^mailto:/i, '');
  const name = parameters.get('CN') ?? '';
  return name === '' || name === address ? address : `${name} (${address})`;
}

/** Text without the escapes of commas, semicolons and line feeds. */
function plain(value: string): string {
  return value.replace(/\\([\\,;nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character)).trim();
}
