/** Lists, and the numbers of their items and of headings. */
import { formatNumber } from '../shared/word/numerals.ts';
import type { ListLevel, StyleSheet } from './styles.ts';

/** By the first number of a sample: `一, 二, 三, ...`. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['1st', 'ordinal'],
  ['First', 'ordinalText'],
  ['One', 'cardinalText'],
  ['１', 'decimalFullWidth'],
  ['①', 'decimalEnclosedCircle'],
  ['一', 'chineseCountingThousand'],
  ['壹', 'ideographLegalTraditional'],
  ['壱', 'japaneseLegal'],
  ['甲', 'ideographTraditional'],
  ['子', 'ideographZodiac'],
  ['ア', 'aiueoFullWidth'],
  ['ｱ', 'aiueo'],
  ['イ', 'irohaFullWidth'],
  ['ｲ', 'iroha'],
  ['가', 'ganada'],
  ['ㄱ', 'chosung'],
  ['일', 'koreanCounting'],
  ['א', 'hebrew2'],
  ['أ', 'arabicAlpha'],
  ['ก', 'thaiLetters'],
  ['А', 'russianUpper'],
  ['а', 'russianLower'],
]);

/** The current list: its style and its nesting. */
export interface OpenList {
  readonly style: string | null;
  /** From 1. */
  readonly level: number;
  /** The same for a list and those that continue it. */
  readonly id: string;
}

export class ListCounters {
  readonly #styles: StyleSheet;
  /** Last number by list and level. */
  readonly #numbers = new Map<string, number[]>();
  readonly #lastOfStyle = new Map<string, string>();
  readonly #outline: number[] = [];
  #count = 0;

  constructor(styles: StyleSheet) {
    this.#styles = styles;
  }

  /** Starts a list. `continued` is the ID of the list that it continues, or `null` for the last one with its style. */
  open(
    style: string | null,
    ids: { readonly own: string | null; readonly continued: string | null; readonly continues: boolean },
  ): OpenList {
    const last = this.#lastOfStyle.get(style ?? '');
    const before = ids.continued === null ? (ids.continues ? last : undefined) : `#${ids.continued}`;
    const known = before !== undefined && this.#numbers.has(before) ? before : ids.continues ? last : undefined;
    const id = known ?? (ids.own === null ? String(++this.#count) : `#${ids.own}`);
    if (known === undefined) this.#numbers.set(id, []);
    this.#lastOfStyle.set(style ?? '', id);
    return { style, level: 1, id };
  }

  /** Counts an item and returns its label: `null` when the level has no marker, empty for a bullet. */
  next({ style, level, id }: OpenList, startsAt: number | null): string | null {
    const definition = this.#styles.listLevel(style, level);
    if (definition?.format === '') return null;
    const numbers = this.#numbers.get(id) ?? [];
    if (definition === null || definition.format === null) return '';
    advance(numbers, level, startsAt ?? (numbers[level] === undefined ? definition.start : null));
    return label(numbers, level, definition, (outer) => this.#styles.listLevel(style, outer));
  }

  /** The number of a heading by the document's outline, or empty. */
  nextHeading(level: number, startsAt: number | null): string {
    const definition = this.#styles.outlineLevel(level);
    if (definition === null || definition.format === null || definition.format === '') return '';
    advance(this.#outline, level, startsAt ?? (this.#outline[level] === undefined ? definition.start : null));
    return label(this.#outline, level, definition, (outer) => this.#styles.outlineLevel(outer));
  }
}

/** Increments or sets a level, and resets the deeper ones. */
function advance(numbers: number[], level: number, set: number | null): void {
  numbers[level] = set ?? (numbers[level] ?? 0) + 1;
  numbers.length = level + 1;
}

function label(
  numbers: readonly number[],
  level: number,
  { prefix, suffix, shownLevels }: ListLevel,
  levelAt: (level: number) => ListLevel | null,
): string {
  const shown: string[] = [];
  for (let outer = Math.max(1, level - shownLevels + 1); outer <= level; outer++) {
    const definition = levelAt(outer);
    const number = numbers[outer] ?? definition?.start ?? 1;
    if (definition?.format) shown.push(formatNumber(number, formatOf(definition.format)));
  }
  return `${prefix}${shown.join('.')}${suffix}`.trim();
}

/** A sample of digits is its own format. */
const formatOf = (sample: string): string => FORMATS.get(sample.split(',', 1)[0]?.trim() ?? '') ?? sample;
