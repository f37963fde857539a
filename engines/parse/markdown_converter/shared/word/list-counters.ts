/** Lists as Word counts them: their levels, and the label of each paragraph. */
import { formatNumber } from './numerals.ts';

export interface NumberedParagraph {
  /** Identifier of the list (`w:num`). */
  readonly list: string;
  /** From 0. */
  readonly level: number;
  /** `1.1.`, `a)`; empty for bullets and hidden numbers. */
  readonly label: string;
}

export interface Level {
  readonly format: string;
  /** Pattern of the label, `%1.%2.` */
  readonly pattern: string;
  readonly start: number;
  /** Style whose paragraphs belong to this level, or `null`. */
  readonly style: string | null;
  /** Displays outer levels in decimal digits. */
  readonly isLegal: boolean;
  /** From 1, the outer level that restarts this one, with those further out; 0: none does. By default the next. */
  readonly restartsAfter: number | null;
}

export interface List {
  readonly id: string;
  /** Lists with the same definition share counters. */
  readonly definition: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Levels that this list restarts, with their start values. */
  readonly restarts: Map<number, number>;
}

const UNKNOWN_LEVEL: Level = {
  format: 'bullet',
  pattern: '',
  start: 1,
  style: null,
  isLegal: false,
  restartsAfter: null,
};

/** Increments a level, resets the deeper ones, and returns the label. */
export function advance(list: List, level: number, counts: Map<number, number>): string {
  const definition = list.levels.get(level) ?? UNKNOWN_LEVEL;
  const restart = list.restarts.get(level);
  list.restarts.delete(level);
  counts.set(level, restart ?? (counts.get(level) ?? definition.start - 1) + 1);
  for (const deeper of counts.keys()) {
    if (deeper > level && level < (list.levels.get(deeper)?.restartsAfter ?? deeper)) counts.delete(deeper);
  }
  if (definition.format === 'bullet') return '';
  return definition.pattern
    .replace(/%([1-9])/g, (_, digit: string) => {
      const referred = Number(digit) - 1;
      const outer = list.levels.get(referred) ?? definition;
      const number = counts.get(referred) ?? outer.start;
      counts.set(referred, number);
      return formatNumber(number, definition.isLegal ? 'decimal' : outer.format);
    })
    .trim();
}
