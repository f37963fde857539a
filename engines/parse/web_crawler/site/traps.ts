/**
 * Detects endless parts of a site: calendars, combinations of filters, self-extending links. Counts addresses by
 * their shape and stops visiting a shape that keeps producing new addresses.
 */
import { MAX_ADDRESS } from './address.ts';

const MAX_SEGMENTS = 20;

/** Maximum repetitions of a segment in a path: `/a/b/a/b/a/b` is a relative link that resolves below itself. */
const MAX_REPEATS = 3;

/** Maximum number of addresses of one shape that look like calendar pages. */
const MAX_CALENDAR_PAGES = 30;

/** Maximum number of combinations of three or more parameters of one path: filters and sort orders of one list. */
const MAX_COMBINATIONS = 50;

/** Maximum number of consecutive pages of one shape without new content. */
const MAX_BARREN = 15;

const CALENDAR_PARAMETER = /^(date|day|week|month|year|cal|calendar|view_?date|tribe-bar-date)$/i;
const CALENDAR_VALUE = /^\d{1,2}$|^\d{4}([-/.]?(\d{1,2}|w\d{2})){0,2}$/i;
const WHOLE_DATE = /^[12]\d{3}-\d{2}(-\d{2})?$/;

export class Traps {
  readonly #admitted = new Map<string, number>();
  readonly #barren = new Map<string, number>();

  /** Why an address should be skipped, as text; `null` to visit it, which counts it. */
  admit(url: URL): string | null {
    const ground = endless(url);
    if (ground !== null) return ground;
    const shape = shapeOf(url);
    if ((this.#barren.get(shape) ?? 0) >= MAX_BARREN) return 'addresses of this shape showed nothing new';
    const limit = limitOf(url);
    if (limit === null) return null;
    const count = this.#admitted.get(limit.bucket) ?? 0;
    if (count >= limit.count) return limit.ground;
    this.#admitted.set(limit.bucket, count + 1);
    return null;
  }

  /** Records a visited page, and whether it had content new to the crawl. */
  visited(url: URL, isNew: boolean): void {
    const shape = shapeOf(url);
    this.#barren.set(shape, isNew ? 0 : (this.#barren.get(shape) ?? 0) + 1);
  }

  /** Whether {@link MAX_BARREN} consecutive pages of this shape had nothing new: queued ones are then skipped too. */
  isBarren(url: URL): boolean {
    return (this.#barren.get(shapeOf(url)) ?? 0) >= MAX_BARREN;
  }
}

function endless({ href, pathname }: URL): string | null {
  if (href.length > MAX_ADDRESS) return `the address is longer than ${MAX_ADDRESS} characters`;
  const segments = pathname.split('/').filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return `the path is deeper than ${MAX_SEGMENTS} segments`;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    if (!/^\d+$/.test(segment)) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= MAX_REPEATS) ? 'the path repeats its segments' : null;
}

/** Host, path and parameter names, with digits as `#`. */
function shapeOf(url: URL): string {
  const path = url.pathname.replace(/\d+/g, '#');
  return `${url.host}${path}?${[...url.searchParams.keys()].sort().join('&')}`;
}

interface Limit {
  readonly bucket: string;
  readonly count: number;
  readonly ground: string;
}

function limitOf(url: URL): Limit | null {
  const parameters = [...url.searchParams];
  const others = parameters
    .filter(([name, value]) => !isCalendar(name, value))
    .map(([name, value]) => `${name}=${value}`);
  // A year alone in a path is an archive; with a month, or as a full date, it is a calendar page.
  const inPath = /\/[12]\d{3}(\/\d{1,2}){1,2}$|\/[12]\d{3}-\d{1,2}(-\d{1,2})?$/.exec(url.pathname.replace(/\/$/, ''));
  if (inPath || others.length < parameters.length) {
    const path = url.pathname.slice(0, inPath?.index);
    const bucket = `${url.host}${path}?${others.sort().join('&')}`;
    return { bucket, count: MAX_CALENDAR_PAGES, ground: 'the addresses form an endless calendar' };
  }
  if (parameters.length >= 3) {
    const bucket = `${url.host}${url.pathname}`;
    return { bucket, count: MAX_COMBINATIONS, ground: 'the addresses combine the parameters of one page' };
  }
  return null;
}

function isCalendar(name: string, value: string): boolean {
  return (CALENDAR_PARAMETER.test(name) && CALENDAR_VALUE.test(value)) || WHOLE_DATE.test(value);
}
