/** When a document was written, by what it says of itself. */
import type { DateSource } from '../options.ts';
import { datesIn } from './dates-in.ts';
import type { TextDate } from './dates-in.ts';
import type { ClosedPeriod } from './period.ts';

export interface DocumentDate extends ClosedPeriod {
  readonly source: DateSource;
}

export interface DatedDocument {
  /** `metadata.date` of the caller. */
  readonly given: unknown;
  readonly markdown: string;
  readonly title: string | null;
  /** Of its file, or its label. */
  readonly name: string | null;
  /** When its file says that it was made or published. */
  readonly source: string | null;
}

/** Code units at the beginning in which a line with the date is looked for, and the longest of such lines. */
const OPENING = 2000;
export const LONGEST_LINE = 80;
/** Code units that are read for the order of day and month. */
const MOST_READ = 1_000_000;

/** The date of a document; `null` when nothing tells it. */
export function documentDate(
  { given, markdown, title, name, source }: DatedDocument,
  dayFirst: boolean | null,
): DocumentDate | null {
  const context = { written: null, dayFirst };
  const whole = (text: string): TextDate | undefined => {
    const dates = datesIn(text, context);
    return dates.length === 1 && rest(text, dates) === '' ? dates[0] : undefined;
  };
  const first = (text: string): TextDate | undefined => datesIn(text, context)[0];
  const plain = (text: string): string =>
    text.replaceAll('_', ' ').replace(/(?<![0-9])((?:19|20)\d\d)([01]\d)([0-3]\d)(?![0-9])/, '$1-$2-$3');
  const found: readonly (readonly [DateSource, TextDate | undefined])[] = [
    ['metadata', typeof given === 'string' || typeof given === 'number' ? whole(dayPart(String(given))) : undefined],
    ['text', dateline(markdown, context)],
    ['title', first(title ?? '')],
    ['name', first(plain(name ?? ''))],
    ['source', first(dayPart(source ?? ''))],
  ];
  for (const [from, date] of found) if (date) return { ...date.period, source: from };
  return null;
}

/** "2024-03-12" of "2024-03-12T10:00:00Z": the day where it was written. */
const dayPart = (time: string): string => time.split('T', 1)[0] ?? '';

/** What a line calls its date, perhaps with the day of the week. */
const LABEL =
  /(?:^|[^\p{L}])(?:date|dated|datum|published|updated|veröffentlicht|vom|sent|gesendet|as of|stand) ?:?(?: \p{L}{2,10},?)?$/iu;

/**
 * The date of a line near the beginning: a heading, or what says nothing but a date, perhaps behind "Date:" or a place.
 */
function dateline(markdown: string, context: Parameters<typeof datesIn>[1]): TextDate | undefined {
  for (const line of markdown.slice(0, OPENING).split('\n')) {
    const date = dateOfLine(line, context);
    if (date === null || date.period.to - date.period.from > 366) continue;
    const before = beforeDate(line, date);
    const isLabelled = LABEL.test(before);
    // "Annual report 2023", "12 March 2024", "Sallow Quay, 12 March 2024".
    const isOpening = line.startsWith('#') || PLACE.test(before);
    const isAlone = line.startsWith('#') || rest(line.slice(date.end), []) === '';
    if (isLabelled || (isOpening && isAlone)) return date;
  }
  return undefined;
}

/** What stands before a date that says where it was written; nothing before a date alone. */
const PLACE = /^(?:\p{Lu}[\p{L}.' -]{1,40},(?: den| on)?)?$/u;
/**
 * Words before a label that leave it one of the text: "Due date" and "It was published" tell something of another
 * thing.
 */
const BEFORE_LABEL = /^(?:last|zuletzt)?$/i;

/**
 * Whether a line tells when a text was written, and nothing else: "12 March 2024", "Date: 12 March 2024", "Husum,
 * 19.09.2021".
 */
export function isDateline(line: string): boolean {
  const date = dateOfLine(line, { written: null, dayFirst: null });
  if (date === null || rest(line.slice(date.end), []) !== '') return false;
  const before = beforeDate(line, date);
  const label = LABEL.exec(before);
  if (before === '' || (label !== null && BEFORE_LABEL.test(before.slice(0, label.index)))) return true;
  // "Ada Moll, 2006–2014" is a term of office: a place has the day.
  return PLACE.test(before) && date.period.from === date.period.to;
}

/** The only date of a short line. */
function dateOfLine(line: string, context: Parameters<typeof datesIn>[1]): TextDate | null {
  if (line.length === 0 || line.length > LONGEST_LINE) return null;
  const [date, ...others] = datesIn(line, context);
  return date === undefined || others.length > 0 ? null : date;
}

const beforeDate = (line: string, { start }: TextDate): string =>
  line
    .slice(0, start)
    .replaceAll(/[#*_|>]/g, '')
    .trim();

/** What a text has beside dates, signs, times of the day and days of the week. */
function rest(text: string, dates: readonly TextDate[]): string {
  const [date] = dates;
  const other = date === undefined ? text : text.slice(0, date.start) + text.slice(date.end);
  return other.replaceAll(/[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?|[^\p{L}0-9]|(?:utc|gmt)/giu, '');
}

const SLASHED = /(?<![0-9/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![0-9/])/g;

/** Whether a document writes the day before the month, as in "23/04/2024"; `null`: it does not show it, or both. */
export function writesDayFirst(markdown: string): boolean | null {
  const shown = new Set<boolean>();
  for (const [, one, two] of markdown.slice(0, MOST_READ).matchAll(SLASHED)) {
    if (Number(one) > 12 && Number(two) <= 12) shown.add(true);
    if (Number(two) > 12 && Number(one) <= 12) shown.add(false);
  }
  const [first] = shown;
  return shown.size === 1 ? (first ?? null) : null;
}
