/** Words and numbers of invoices, statements and sheets of hours, in the habits of several countries. */
import type { Random } from '../../test/support/random.ts';

export type Column =
  | 'pos'
  | 'article'
  | 'text'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'discount'
  | 'tax'
  | 'amount'
  | 'date'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'hours';

export interface Locale {
  readonly heads: Readonly<Record<Column, string>>;
  readonly words: readonly string[];
  readonly details: readonly string[];
  readonly units: readonly string[];
  readonly totals: readonly string[];
  readonly meta: readonly string[];
  readonly number: (cents: number) => string;
  readonly money: (amount: string) => string;
  readonly date: (day: number, month: number) => string;
}

const ENGLISH = {
  heads: {
    pos: 'Pos',
    article: 'Item no.',
    text: 'Description',
    quantity: 'Qty',
    unit: 'Unit',
    price: 'Unit price',
    discount: 'Disc.',
    tax: 'VAT',
    amount: 'Amount',
    date: 'Date',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    hours: 'Hours',
  },
  words:
    'bracket coupling gasket valve steel filter housing cover plate repair of the pump for cable and sensor with mounting kit installation inspection relay seal carbon brass hose (long) delivery on site incl. travel bearing 40 mm set DN 50 spare part controller, display, type B pressure hall panel thread'.split(
      ' ',
    ),
  details: [
    'with certificate',
    'as per offer 2026-77',
    'Colour: blue',
    'incl. set of four',
    'Serial no. 4411-B',
    'balanced, with report',
  ],
  units: ['pcs', 'm', 'h', 'kg', 'set'],
  totals: ['Subtotal', 'VAT 19%', 'Total'],
  meta: ['Invoice no.', 'Date', 'Customer no.', 'Contact'],
} as const;

const GERMAN = {
  heads: {
    pos: 'Pos.',
    article: 'Art.-Nr.',
    text: 'Bezeichnung',
    quantity: 'Menge',
    unit: 'Einheit',
    price: 'Einzelpreis',
    discount: 'Rabatt',
    tax: 'USt.',
    amount: 'Gesamt',
    date: 'Datum',
    debit: 'Soll',
    credit: 'Haben',
    balance: 'Saldo',
    hours: 'Std.',
  },
  words:
    'Dichtung Halter Ventil Stahl Filter Deckel Platte Reparatur der Pumpe und Kabel mit Sensor inkl. Montage auf der Baustelle Anfahrt Lager 40 mm Satz DN 50 Ersatzteil Steuerung, Anzeige, Typ B Druck Halle Gewinde lang für das Werk im Gehäuse Prüfung nach Norm'.split(
      ' ',
    ),
  details: [
    'mit Zeugnis',
    'laut Angebot 2026-77',
    'Farbe: blau',
    'Satz zu vier Stück',
    'Serien-Nr. 4411-B',
    'gewuchtet, mit Bericht',
  ],
  units: ['Stk', 'm', 'Std', 'kg', 'Satz'],
  totals: ['Zwischensumme', 'USt. 19 %', 'Gesamtbetrag'],
  meta: ['Rechnung Nr.', 'Datum', 'Kunden-Nr.', 'Bearbeiter'],
} as const;

const grouped =
  (thousands: string, decimal: string) =>
  (cents: number): string => {
    const parts = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).formatToParts(cents / 100);
    return parts
      .map(({ type, value }) => (type === 'group' ? thousands : type === 'decimal' ? decimal : value))
      .join('');
  };
const two = (number: number): string => String(number).padStart(2, '0');
const dotted = (day: number, month: number): string => `${two(day)}.${two(month)}.`;
const slashed = (day: number, month: number): string => `${two(day)}/${two(month)}/2026`;
const iso = (day: number, month: number): string => `2026-${two(month)}-${two(day)}`;
const plain = (amount: string): string => amount;

export const LOCALES: readonly Locale[] = [
  { ...ENGLISH, number: grouped(',', '.'), money: plain, date: iso },
  { ...ENGLISH, number: grouped(',', '.'), money: (amount) => `$${amount}`, date: slashed },
  { ...ENGLISH, number: grouped(',', '.'), money: (amount) => `\u00a3${amount}`, date: slashed },
  { ...GERMAN, number: grouped('.', ','), money: plain, date: dotted },
  { ...GERMAN, number: grouped('.', ','), money: (amount) => `${amount} EUR`, date: dotted },
  { ...GERMAN, number: grouped("'", '.'), money: (amount) => `CHF ${amount}`, date: dotted },
  { ...ENGLISH, number: grouped(' ', ','), money: plain, date: iso },
];

/** Orders of columns by kind of paper. */
export const PAPERS: Readonly<Record<string, readonly (readonly Column[])[]>> = {
  invoice: [
    ['pos', 'text', 'quantity', 'price', 'amount'],
    ['pos', 'article', 'text', 'quantity', 'unit', 'price', 'amount'],
    ['text', 'quantity', 'price', 'amount'],
    ['article', 'text', 'quantity', 'unit', 'price', 'discount', 'amount'],
    ['quantity', 'unit', 'text', 'price', 'tax', 'amount'],
    ['pos', 'text', 'quantity', 'unit', 'price', 'tax', 'amount'],
    ['pos', 'quantity', 'text', 'price', 'amount'],
    ['pos', 'text', 'amount'],
  ],
  statement: [
    ['date', 'text', 'debit', 'credit', 'balance'],
    ['date', 'text', 'amount', 'balance'],
    ['date', 'article', 'text', 'amount'],
  ],
  hours: [
    ['date', 'text', 'hours', 'price', 'amount'],
    ['text', 'hours', 'price', 'amount'],
  ],
};

/** What stands in one cell; amounts are in cents. */
export function valueOf(column: Column, row: number, random: Random, locale: Locale): string {
  switch (column) {
    case 'pos':
      return String(row + 1);
    case 'article':
      return `${random.pick(['A', 'KX', 'P'])}-${random.whole(1000, 9999)}`;
    case 'quantity':
      return String(random.whole(1, 40));
    case 'unit':
      return random.pick(locale.units);
    case 'discount':
      return `${random.whole(1, 6) * 5}%`;
    case 'tax':
      return random.pick(['7%', '19%', '20%']);
    case 'hours':
      return locale.number(random.whole(1, 160) * 25);
    case 'date':
      return locale.date((row % 28) + 1, 1 + Math.floor(row / 28));
    case 'debit':
    case 'credit':
    case 'balance':
      return locale.number(random.whole(500, 900_000));
    case 'price':
      return locale.money(locale.number(random.whole(100, 90_000)));
    case 'amount':
      return locale.money(locale.number(random.whole(1000, 900_000)));
    case 'text':
      return '';
  }
}
