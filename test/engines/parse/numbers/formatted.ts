/** Numbers with formats, and what SheetJS, which knows nothing of this project, shows for them. */
import { SSF, utils, write, type BookType, type CellObject } from '@e965/xlsx';
import { cases, seed } from '../../../support/depth.ts';
import { Random } from '../../../support/random.ts';

export interface FormattedNumber {
  readonly code: string;
  readonly value: number;
  /** What the document must say. */
  readonly shown: string;
}

type Make = (random: Random) => number;

/**
 * The last digit is never a 5, nor is the number too small to be shown: programs do not agree how a tie is rounded and
 * whether a zero has a sign.
 */
const amount: Make = (random) => {
  if (random.chance(0.05)) return 0;
  const digits = random.whole(1, 9_999_999) * 10 + random.pick([1, 2, 3, 4, 6, 7, 8, 9]);
  const value = digits / 10 ** random.whole(0, 4);
  return value < 0.1 ? 1 : random.chance(0.4) ? -value : value;
};
const whole: Make = (random) => random.whole(-99_999_999, 99_999_999);
const positive: Make = (random) => random.whole(1_000_000_000, 9_999_999_999);
/** Few digits, so that no rounding is a tie. */
const power: Make = (random) =>
  Number(`${random.pick(['', '-'])}${random.whole(1, 9)}.${random.whole(0, 9)}e${random.whole(-12, 12)}`);
const SECONDS_OF_DAY = 86_400;
/** From March 1900, which Excel counts right. */
const date: Make = (random) => random.whole(61, 60_000);
const moment: Make = (random) => date(random) + time(random);
const time: Make = (random) => random.whole(0, SECONDS_OF_DAY - 1) / SECONDS_OF_DAY;
const span: Make = (random) => random.whole(0, 9 * SECONDS_OF_DAY) / SECONDS_OF_DAY;

const NUMBERS: readonly (readonly [code: string, make: Make])[] = [
  ['0', whole],
  ['0.00', amount],
  ['#,##0', whole],
  ['#,##0.00', amount],
  ['0%', whole],
  ['0.0%', (random) => random.whole(-2000, 2000) / 1000],
  ['0.00%', (random) => random.whole(-20_000, 20_000) / 10_000],
  ['0.00E+00', power],
  ['##0.0E+0', power],
  ['# ?/?', amount],
  ['# ??/??', amount],
  ['# ?/8', (random) => random.whole(-80, 80) / 8 + 20],
  ['0.000', amount],
  ['00000', (random) => random.whole(0, 99_999)],
  ['#,##0_);(#,##0)', whole],
  ['#,##0.00_);[Red](#,##0.00)', amount],
  ['#,##0.00;[Red]-#,##0.00', amount],
  ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', amount],
  ['_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)', amount],
  ['_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-;_-* "-"??\\ _€_-;_-@_-', amount],
  ['"$"#,##0.00', amount],
  ['[$€-407] #,##0.00', amount],
  ['#,##0.00 [$€-40C]', amount],
  ['[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00', amount],
  ['[$¥-411]#,##0', whole],
  ['[$₹-4009]#,##0.00', amount],
  ['#,##0.00" EUR"', amount],
  ['0.0"°C"', amount],
  ['+0.0;-0.0;0.0', amount],
  ['0.00;-0.00;"zero"', amount],
  ['###-##-####', (random) => random.whole(100_000_000, 999_999_999)],
  ['(000) 000-0000', positive],
  ['[Blue]0.0;[Red](0.0)', amount],
  ['[h]:mm', span],
  ['[h]:mm:ss', span],
  ['[mm]:ss', span],
  ['[h]:mm:ss.00', span],
];

/** With the parts that the format has, in the order of ISO 8601; of a day always with its year. */
const DATES: readonly (readonly [code: string, make: Make, iso: string])[] = [
  ['d/m/yy', date, 'yyyy-mm-dd'],
  ['dd.mm.yyyy', date, 'yyyy-mm-dd'],
  ['m/d/yyyy', date, 'yyyy-mm-dd'],
  ['mmm-yyyy', date, 'yyyy-mm'],
  ['dd mmm', date, 'yyyy-mm-dd'],
  ['dddd, mmmm dd, yyyy', date, 'yyyy-mm-dd'],
  ['yyyy"年"m"月"d"日"', date, 'yyyy-mm-dd'],
  ['[$-411]yyyy"年"m"月"d"日"', date, 'yyyy-mm-dd'],
  ['yyyy"년" m"월" d"일"', date, 'yyyy-mm-dd'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', date, 'yyyy-mm-dd'],
  ['m/d/yy h:mm AM/PM', moment, 'yyyy-mm-dd hh:mm'],
  ['dd/mm/yyyy hh:mm:ss', moment, 'yyyy-mm-dd hh:mm:ss'],
  ['h:mm', time, 'hh:mm'],
  ['h:mm:ss AM/PM', time, 'hh:mm:ss'],
  ['mm:ss.0', time, 'mm:ss.0'],
  ['hh"时"mm"分"', time, 'hh:mm'],
];

const ALL = [...NUMBERS, ...DATES];
const MOST = 4000;

const oneSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** As a workbook must show them. */
export function formattedNumbers(purpose: string): FormattedNumber[] {
  const random = new Random(seed, purpose);
  return Array.from({ length: cases(MOST) }, (_, index) => {
    const [code, make, iso = code] = ALL[index % ALL.length] ?? ['0', whole];
    const value = make(random);
    return { code, value, shown: oneSpace(SSF.format(iso, value)) };
  });
}

/** As SheetJS writes them into formats that hold text: dates are as their format has them. */
export function writtenNumbers(purpose: string): FormattedNumber[] {
  return formattedNumbers(purpose).map(({ code, value }) => ({
    code,
    value,
    shown: oneSpace(shownBySheetJs(code, value)),
  }));
}

const shownBySheetJs = (code: string, value: number): string => utils.format_cell({ t: 'n', v: value, z: code });

/** A sheet with a name and a number in each row. */
export function writeSheet(numbers: readonly FormattedNumber[], bookType: BookType): Buffer {
  const cells = numbers.flatMap(({ code, value }, index): [string, CellObject][] => [
    [`A${index + 1}`, { t: 's', v: `r${index}` }],
    [`B${index + 1}`, { t: 'n', v: value, z: code, w: shownBySheetJs(code, value) }],
  ]);
  const sheet = { '!ref': `A1:B${numbers.length}`, ...Object.fromEntries(cells) };
  const written: unknown = write({ SheetNames: ['S'], Sheets: { S: sheet } }, { bookType, type: 'buffer' });
  if (!Buffer.isBuffer(written)) throw new Error('SheetJS wrote no bytes.');
  return written;
}

const ROW = /^\|?\s*r(\d+)\s*\|\s*(.*?)\s*\|?$/;

/** The numbers that a document does not show as it must, each in a line. */
export function wrongNumbers(markdown: string, numbers: readonly FormattedNumber[]): string[] {
  const rows = markdown.split('\n').flatMap((line) => {
    const [, index, text = ''] = ROW.exec(line) ?? [];
    return index === undefined ? [] : [[Number(index), oneSpace(text.replace(/\\([^\w\s])/g, '$1'))] as const];
  });
  const read = new Map(rows);
  return numbers.flatMap(({ code, value, shown }, index) =>
    read.get(index) === shown ? [] : [`${code} of ${value}: ${shown} is read as ${read.get(index)}`],
  );
}
