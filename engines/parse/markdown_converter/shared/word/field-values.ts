/** What Word shows for fields that have no stored result: their value is in the instruction. */
import { text, type Inline } from '../../../documents/markdown/model.ts';
import { symbolOf } from '../../../documents/symbol-fonts.ts';
import { formatNumber } from './numerals.ts';
import { equationField } from './equation-fields.ts';

/** Labels of the nine levels of the lists that are built in. */
const LISTS = new Map([
  ['numberdefault', '1) a) i) (1) (a) (i) 1. a. i.'],
  ['outlinedefault', 'I. A. 1. a) (1) (a) (i) (a) (i)'],
  [
    'legaldefault',
    '1. 1.1. 1.1.1. 1.1.1.1. 1.1.1.1.1. 1.1.1.1.1.1. 1.1.1.1.1.1.1. 1.1.1.1.1.1.1.1. 1.1.1.1.1.1.1.1.1.',
  ],
]);
/** Formats by the number of a label: a pattern of 1, a, A, i and I. */
const FORMATS = new Map([
  ['1', 'decimal'],
  ['a', 'lowerLetter'],
  ['i', 'lowerRoman'],
  ['A', 'upperLetter'],
  ['I', 'upperRoman'],
]);
const MAX_LEVEL = 9;
const MAX_START = 1_000_000;

/** Counts the fields that number paragraphs and clauses. */
export class FieldNumbers {
  readonly #counts = new Map<string, number[]>();

  /** The shown value of an instruction without a result. `level` is that of the paragraph, from 1. */
  valueOf(instruction: string, level: number): Inline[] {
    const source = instruction.trim();
    const [name = ''] = /^\w+/.exec(source) ?? [];
    const rest = source.slice(name.length).trimStart();
    switch (name.toUpperCase()) {
      case 'AUTONUM':
        return shown(this.#next('autonum', level, '1.'));
      case 'AUTONUMLGL': {
        const label = this.#next('autonumlgl', level, labelOf('legaldefault', level));
        return shown(/\\e\b/i.test(rest) ? label.replace(/\.$/, '') : label);
      }
      case 'AUTONUMOUT':
        return shown(this.#next('autonumout', level, labelOf('outlinedefault', level)));
      case 'LISTNUM':
        return shown(this.#listNumber(rest));
      case 'SYMBOL':
        return shown(symbol(rest));
      case 'MACROBUTTON':
      case 'GOTOBUTTON':
        return shown(rest.slice(/^(?:"[^"]*"|\S+)/.exec(rest)?.[0].length ?? 0).trim());
      case 'EQ':
        return equationField(rest);
      default:
        return [];
    }
  }

  #listNumber(rest: string): string {
    const named = /^\s*(?:"([^"]*)"|([^\s\\]+))/.exec(rest);
    const name = (named?.[1] ?? named?.[2] ?? 'NumberDefault').toLowerCase();
    const level = Math.min(MAX_LEVEL, Math.max(1, numberOf(LEVEL.exec(rest)?.[1]) ?? 1));
    return this.#next(`list ${name}`, level, labelOf(name, level), numberOf(START.exec(rest)?.[1]));
  }

  /** Counts a level, restarts the deeper ones, and fills the numbers into the label. */
  #next(list: string, level: number, label: string, start: number | null = null): string {
    const counts = this.#counts.get(list) ?? [];
    counts.length = level;
    counts[level - 1] = start ?? (counts[level - 1] ?? 0) + 1;
    this.#counts.set(list, counts);
    const numbers = label.match(/[1aAiI]/g)?.length ?? 0;
    let at = level - numbers;
    return label.replace(/[1aAiI]/g, (number) => formatNumber(counts[at++] ?? 1, FORMATS.get(number) ?? 'decimal'));
  }
}

const shown = (value: string): Inline[] => (value === '' ? [] : [text(value)]);

const labelOf = (list: string, level: number): string =>
  (LISTS.get(list) ?? LISTS.get('numberdefault') ?? '').split(' ')[level - 1] ?? '1.';

const LEVEL = /\\l\s*"?(\d{1,9})/i;
const START = /\\s\s*"?(\d{1,9})/i;

const numberOf = (digits: string | undefined): number | null =>
  digits === undefined ? null : Math.min(MAX_START, Number(digits));

/** The character of a code in a font; without one in that of Western Windows, or of Unicode. */
function symbol(rest: string): string {
  const [, given = ''] = /^\s*"?([^\s"\\]+)/.exec(rest) ?? [];
  const isCode = /^(\d{1,7}|0x[\da-f]{1,6})$/i.test(given);
  const code = isCode ? Number(given) : (given.codePointAt(0) ?? 0);
  const font = /\\f\s*(?:"([^"]*)"|(\S+))/i.exec(rest);
  const ofFont = symbolOf(code, font?.[1] ?? font?.[2] ?? '');
  if (ofFont !== null) return ofFont;
  if (code === 0 || code > 0x10ffff) return '';
  return isCode && code < 0x100
    ? new TextDecoder('windows-1252').decode(Uint8Array.of(code))
    : String.fromCodePoint(code);
}
