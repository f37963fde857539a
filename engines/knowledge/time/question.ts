/** What a question says of time. */
import type { Period } from './period.ts';
import { datesIn, meant } from './dates-in.ts';
import type { TimeOrder } from '../options.ts';
import type { Span } from '../../text/span.ts';
import { words } from '../../text/words.ts';

export interface AskedTime extends Period {
  /** Which of the passages that match comes first; `null`: time does not decide. */
  readonly order: TimeOrder | null;
  /** Whether a date itself is asked for. */
  readonly asksWhen: boolean;
}

/** Code units of a question that are read. */
const LONGEST_READ = 1000;

const ORDER_WORDS: ReadonlyMap<string, TimeOrder> = new Map([
  ...[
    'latest',
    'newest',
    'recent',
    'recently',
    'current',
    'currently',
    'now',
    'nowadays',
    'today',
    'last',
    'final',
    'present',
  ]
    .concat(['aktuell', 'aktuelle', 'aktuellen', 'aktueller', 'neueste', 'neuesten', 'neuester', 'letzte', 'letzten'])
    .concat(['zuletzt', 'derzeit', 'heute', 'jetzt', 'gegenwärtig'])
    .map((word) => [word, 'latest'] as const),
  ...[
    'first',
    'earliest',
    'oldest',
    'initially',
    'originally',
    'original',
    'initial',
    'erste',
    'ersten',
    'erster',
    'erstmals',
  ]
    .concat(['früheste', 'frühesten', 'ursprünglich', 'zuerst', 'anfangs', 'älteste', 'ältesten'])
    .map((word) => [word, 'first'] as const),
]);
/** What makes another thing of "first" or "last" before it. */
const OTHER =
  /^(?:name|names|lady|aid|class|floor|world|resort|century|quarter|half|halbjahr|quartal|jahrhundert|hilfe)$/;

const WHEN =
  /^(?:when|since when|until when|(?:in |on |by )?(?:what|which) (?:year|date|day|month|decade|century)|wann|seit wann|bis wann|in welchem jahr)(?![\p{L}])/iu;

/**
 * The time that a question asks about; `null` when it says nothing of time. "As of June 2020" is the state at its end:
 * the latest of what is not after it. Of several dates, what they have in common counts, or else all from the first to
 * the last.
 */
export function askedTime(question: string, today: number, dayFirst: boolean | null): AskedTime | null {
  const text = question.slice(0, LONGEST_READ);
  const dates = datesIn(text, { written: today, dayFirst });
  const asksWhen = WHEN.test(text.trimStart());
  const order = orderOf(text, dates);
  if (dates.length === 0) return order === null && !asksWhen ? null : { from: null, to: null, order, asksWhen };
  const period = dates
    .map((date) => meant(date.relation === 'from' ? { ...date, relation: 'since' } : date))
    .reduce(together);
  const [first] = dates;
  const before = text.slice(0, first?.start ?? 0).toLowerCase();
  const isState =
    dates.length === 1 && /(?:\bas of|\bas at|\bby|\bstand)(?: the| end of| the end of| early| late)? *$/u.test(before);
  return isState ? { from: null, to: period.to, order: 'latest', asksWhen } : { ...period, order, asksWhen };
}

const orderOf = (text: string, dates: readonly Span[]): TimeOrder | null => orderWord(text, dates)?.order ?? null;

/** The first word outside of the dates that tells an order. */
export function orderWord(text: string, dates: readonly Span[]): (Span & { readonly order: TimeOrder }) | null {
  const read = Array.from(words(text));
  for (const [index, { text: word, start, end }] of read.entries()) {
    const order = ORDER_WORDS.get(word.toLowerCase());
    const next = read[index + 1]?.text.toLowerCase() ?? '';
    if (order !== undefined && !OTHER.test(next) && !dates.some((date) => start >= date.start && start < date.end))
      return { order, start, end };
  }
  return null;
}

function together(a: Period, b: Period): Period {
  const from = Math.max(a.from ?? -Infinity, b.from ?? -Infinity);
  const to = Math.min(a.to ?? Infinity, b.to ?? Infinity);
  const least = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : Math.min(one, other);
  const most = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : Math.max(one, other);
  if (from > to) return { from: least(a.from, b.from), to: most(a.to, b.to) };
  return { from: from === -Infinity ? null : from, to: to === Infinity ? null : to };
}
