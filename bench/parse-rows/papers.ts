/**
 * Makes invoices, statements and sheets of hours with a seed, and says which rows they have: layouts × wrapped
 * descriptions × columns × currencies × fonts.
 */
import { PDF_WIDTH } from '../../test/support/documents/pdf.ts';
import type { PdfFont, PdfLine, PdfPage, PdfText } from '../../test/support/documents/pdf.ts';
import { Random } from '../../test/support/random.ts';
import { TYPEFACES } from './typefaces.ts';
import type { Typeface } from './typefaces.ts';
import { LOCALES, PAPERS, valueOf } from './wording.ts';
import type { Column, Locale } from './wording.ts';

export const LAYOUTS = ['grid', 'row lines', 'head rule', 'zebra', 'no rules'] as const;
export type Layout = (typeof LAYOUTS)[number];
/** Which descriptions wrap; in the last two the amounts are on the middle and on the last line. */
export const WRAPS = ['none', 'some', 'all', 'first', 'three lines', 'middle', 'last'] as const;
export type Wrap = (typeof WRAPS)[number];

export interface Paper {
  readonly seed: number;
  readonly layout: Layout;
  readonly wrap: Wrap;
  readonly typeface: Typeface;
  readonly pages: readonly PdfPage[];
  /** The texts of the cells; blank where a cell is empty. */
  readonly rows: readonly (readonly string[])[];
  /** All other texts. */
  readonly others: readonly string[];
}

const [LEFT, RIGHT, TOP, BOTTOM] = [54, PDF_WIDTH - 54, 60, 720];
const SHORT: readonly Column[] = ['pos', 'article', 'unit', 'date', 'text'];

interface Item {
  /** Lines of each cell. */
  readonly cells: readonly (readonly string[])[];
}

interface Place {
  readonly x: number;
  readonly width: number;
  readonly toRight: boolean;
}

/** Even and odd seeds each have all layouts with all wraps. */
export function makePaper(seed: number): Paper {
  const random = new Random(seed, 'rows');
  const half = Math.floor(seed / 2);
  const layout = LAYOUTS[half % LAYOUTS.length] ?? 'grid';
  const wrap = WRAPS[half % WRAPS.length] ?? 'none';
  const kind = random.pick(['invoice', 'invoice', 'invoice', 'statement', 'hours']);
  const columns = random.pick(PAPERS[kind] ?? []);
  const locale = random.pick(LOCALES);
  const typeface = random.pick(TYPEFACES);
  const size = random.whole(typeface.name === 'Courier' ? 16 : 17, typeface.name === 'Courier' ? 18 : 22) / 2;
  const count = random.chance(0.15) ? random.whole(24, 40) : random.whole(3, 10);
  const setting = { random, layout, wrap, columns, locale, typeface, size };

  const short = Array.from({ length: count }, (_, row) =>
    columns.map((column) => (isBlank(column, columns, row, random) ? '' : valueOf(column, row, random, locale))),
  );
  const places = placesOf(setting, short);
  const width = places[columns.indexOf('text')]?.width ?? 0;
  const items = short.map((cells, row) => ({
    cells: cells.map((cell, column) => (columns[column] === 'text' ? described(setting, row, width) : [cell])),
  }));
  return { seed, layout, wrap, typeface, ...drawn(setting, items, places) };
}

interface Setting {
  readonly random: Random;
  readonly layout: Layout;
  readonly wrap: Wrap;
  readonly columns: readonly Column[];
  readonly locale: Locale;
  readonly typeface: Typeface;
  readonly size: number;
}

/** A booking is a debit or a credit; an item such as freight may have an amount alone. */
function isBlank(column: Column, columns: readonly Column[], row: number, random: Random): boolean {
  if (column === 'debit') return row % 3 === 0;
  if (column === 'credit') return row % 3 !== 0;
  return (column === 'price' || column === 'discount') && columns.includes('quantity') && random.chance(0.05);
}

/** Where the columns are: the description has the room that the others leave. */
function placesOf({ random, columns, locale, typeface, size }: Setting, rows: readonly (readonly string[])[]): Place[] {
  const gap = random.between(1.1, 2.2) * size;
  const leftAligned = random.chance(0.15);
  const widths = columns.map((column, at) =>
    Math.max(
      ...[locale.heads[column], ...rows.map((row) => row[at] ?? '')].map((text) => typeface.widthOf(text, size)),
    ),
  );
  const text = columns.indexOf('text');
  widths[text] = 0;
  const free = RIGHT - LEFT - widths.reduce((sum, width) => sum + width + gap, -gap);
  widths[text] = free;
  let x = LEFT;
  return columns.map((column, at) => {
    const width = widths[at] ?? 0;
    const place = { x, width, toRight: !leftAligned && !SHORT.includes(column) };
    x += width + gap;
    return place;
  });
}

/** The lines of a description. */
function described({ random, wrap, locale, typeface, size }: Setting, row: number, width: number): string[] {
  const lines = linesOf(wrap, row, random);
  const fits = (line: string): boolean => typeface.widthOf(line, size) <= width;
  const texts: string[] = [];
  // An explicit break, after which details follow, leaves the first line short.
  if (lines === 2 && random.chance(0.4)) {
    const details = locale.details.filter(fits);
    if (details.length > 0)
      return [line(locale, random, (text) => fits(text), random.whole(1, 3)), random.pick(details)];
  }
  for (let at = 0; at < lines; at++) {
    const isLast = at === lines - 1;
    texts.push(line(locale, random, fits, isLast ? random.whole(1, 4) : Infinity, at > 0));
  }
  return texts;
}

function linesOf(wrap: Wrap, row: number, random: Random): number {
  switch (wrap) {
    case 'none':
      return 1;
    case 'some':
      return random.pick([1, 1, 2, 2, 3]);
    case 'all':
      return random.pick([2, 2, 3]);
    case 'first':
      return row === 0 ? 2 : 1;
    case 'three lines':
      return random.pick([3, 3, 1]);
    case 'middle':
      return random.pick([1, 3]);
    case 'last':
      return random.pick([1, 2, 3]);
  }
}

/** As many words as fit, at most `most`. */
function line(locale: Locale, random: Random, fits: (line: string) => boolean, most: number, goesOn = false): string {
  let text = random.pick(locale.words.filter((word) => /^\p{L}{3}/u.test(word)));
  if (!goesOn) text = text.charAt(0).toUpperCase() + text.slice(1);
  for (let count = 1; count < most; count++) {
    const longer = `${text} ${random.pick(locale.words)}`;
    if (!fits(longer)) break;
    text = longer;
  }
  return text;
}

/** The pages, from the address to the totals. */
function drawn(
  setting: Setting,
  items: readonly Item[],
  places: readonly Place[],
): Pick<Paper, 'pages' | 'rows' | 'others'> {
  const { random, layout, wrap, columns, locale, typeface, size } = setting;
  const pitch = random.between(1.12, 1.35) * size;
  // Without lines or bands between rows, only space says to which row a line above the amounts belongs.
  const isOpen = layout === 'head rule' || layout === 'no rules';
  const spare = isOpen && (wrap === 'middle' || wrap === 'last') ? random.between(0.5, 1) : random.between(0, 0.8);
  const padding = (layout === 'grid' || layout === 'row lines' ? Math.max(spare, 0.3) : spare) * size;
  const headFont: PdfFont = typeface.name === 'Helvetica' && random.chance(0.5) ? 'bold' : 'regular';
  const others: string[] = [];
  const pages: { text: PdfText[]; lines: PdfLine[]; fills: PdfLine[] }[] = [];
  let page = newPage();
  let y = TOP;

  function newPage(): (typeof pages)[number] {
    const next = { text: [], lines: [], fills: [] };
    pages.push(next);
    return next;
  }
  const put = (text: string, x: number, at: number, font: PdfFont = 'regular', toSize = size): void =>
    void page.text.push({ x, y: at, text, font, size: toSize });
  const other = (text: string, x: number, at: number, font: PdfFont = 'regular', toSize = size): void => {
    put(text, x, at, font, toSize);
    others.push(text);
  };
  const cell = (text: string, { x, width, toRight }: Place, at: number, font: PdfFont = 'regular'): void =>
    put(text, toRight ? x + width - typeface.widthOf(text, size) : x, at, font);
  const rule = (at: number): void => void page.lines.push({ x0: LEFT - 3, y0: at, x1: RIGHT + 3, y1: at });

  /** Vertical lines of a grid, from `top` down. */
  const close = (top: number, bottom: number): void => {
    if (layout !== 'grid') return;
    const edges = [
      LEFT - 3,
      ...places.slice(1).map(({ x }, at) => (x + (places[at]?.x ?? 0) + (places[at]?.width ?? 0)) / 2),
      RIGHT + 3,
    ];
    for (const x of edges) page.lines.push({ x0: x, y0: top, x1: x, y1: bottom });
  };
  const addHead = (): number => {
    const top = y - size - padding / 2;
    for (const [at, place] of places.entries()) {
      const text = locale.heads[columns[at] ?? 'text'];
      cell(text, place, y, headFont);
      others.push(text);
    }
    if (layout === 'grid') rule(top);
    const bottom = y + 0.35 * size + padding / 2;
    if (layout !== 'zebra' && layout !== 'no rules') rule(bottom);
    y = bottom + size + padding / 2;
    return top;
  };

  addLetterhead();
  let top = addHead();
  for (const [row, { cells }] of items.entries()) {
    const lines = Math.max(...cells.map((each) => each.length));
    if (y + lines * pitch > BOTTOM) {
      close(top, y - size - padding / 2);
      page = newPage();
      y = TOP;
      top = addHead();
    }
    const upper = y - size - padding / 2;
    const lower = y + (lines - 1) * pitch + 0.35 * size + padding / 2;
    if (layout === 'zebra' && row % 2 === 0) page.fills.push({ x0: LEFT - 3, y0: upper, x1: RIGHT + 3, y1: lower });
    for (const [at, place] of places.entries()) {
      const column = columns[at];
      const own = cells[at] ?? [];
      for (const [index, text] of own.entries()) {
        const on = column === 'text' ? index : firstLine(wrap, column, lines);
        if (text !== '') cell(text, place, y + on * pitch);
      }
    }
    if (layout === 'grid' || layout === 'row lines') rule(lower);
    y = lower + size + padding / 2;
  }
  close(top, y - size - padding / 2);
  addTotals();
  return { pages, rows: items.map(({ cells }) => cells.map((lines) => lines.join(' '))), others };

  function addLetterhead(): void {
    other(random.pick(['INVOICE', 'Offer 2026', 'Statement']), LEFT, y, 'bold', 16);
    y += 30;
    const kind = random.pick(['none', 'address', 'meta', 'both', 'both']);
    const addresses = ['Harbour Foods GmbH', 'Purchasing', 'Kai 7', '20457 Hamburg'].slice(0, random.whole(3, 4));
    const meta = locale.meta.slice(0, random.whole(2, 4)).map((label) => [label, String(random.whole(10_000, 99_999))]);
    if (kind === 'address' || kind === 'both')
      for (const [at, text] of addresses.entries()) other(text, LEFT, y + at * pitch);
    if (kind === 'meta' || kind === 'both') {
      for (const [at, [label = '', value = '']] of meta.entries()) {
        other(label, 370, y + at * pitch);
        other(value, 470, y + at * pitch);
      }
    }
    if (kind !== 'none') y += 4 * pitch + 24;
  }

  function addTotals(): void {
    const value = places.at(-1);
    if (!columns.includes('amount') || value === undefined || y + 4 * pitch > BOTTOM) return;
    y += random.between(0, 1) * size;
    for (const label of locale.totals) {
      const text = locale.number(random.whole(100_000, 9_000_000));
      const end = Math.min(value.x, value.x + value.width - typeface.widthOf(text, size)) - size;
      other(label, end - typeface.widthOf(label, size), y);
      cell(text, value, y);
      others.push(text);
      y += pitch;
    }
    y += pitch;
    other('Payable within 14 days to IBAN DE00 1234 5678 9012 3456 00.', LEFT, y);
  }
}

/** The line of a cell that has one only. */
function firstLine(wrap: Wrap, column: Column | undefined, lines: number): number {
  if (wrap === 'middle') return (lines - 1) / 2;
  if (wrap === 'last') return column === 'pos' || column === 'article' || column === 'date' ? 0 : lines - 1;
  return 0;
}
