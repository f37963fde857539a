/** Formats the numbers of list labels. */
import { cardinalWords, ordinalNumber, ordinalWords } from './numeral-words.ts';
import { SCRIPTS } from './numeral-scripts.ts';

/** `format` has the name that it has in OOXML, or is a sample: `001, 002, 003, ...`. Unknown ones use digits. */
export function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(number);
    case 'upperLetter':
      return letters(number).toUpperCase();
    case 'lowerRoman':
      return roman(number);
    case 'upperRoman':
      return roman(number).toUpperCase();
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'ordinal':
      return ordinalNumber(number);
    case 'ordinalText':
      return ordinalWords(number);
    case 'cardinalText':
      return cardinalWords(number);
    case 'hex':
      return number.toString(16).toUpperCase();
    case 'chicago':
      return ('*\u2020\u2021\u00a7'[(number - 1) % 4] ?? '').repeat(Math.min(MAX_REPEATS, Math.ceil(number / 4)));
    case 'numberInDash':
      return `- ${number} -`;
    case 'none':
      return '';
    default:
      return SCRIPTS.get(format)?.(number) ?? String(number).padStart(/^0*1(?=,)/.exec(format)?.[0].length ?? 1, '0');
  }
}

const MAX_REPEATS = 30;

/** a to z, then aa, bb: Word repeats the letter. */
function letters(number: number): string {
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let rest = number;
  let written = '';
  for (const [value, numeral] of ROMAN) {
    while (rest >= value) {
      written += numeral;
      rest -= value;
    }
  }
  return written;
}
