/** What is normal in a document: headings, running heads and code stand out against it. */

import { heaviest, sum } from './geometry.ts';
import type { MonospaceFonts } from './monospace.ts';
import type { OutlineEntry } from './outline.ts';
import { withoutNumbers } from './patterns.ts';
import type { Row } from './rows.ts';
import type { Word } from './words.ts';

export interface DocumentStyle {
  /** Font size of most of the text, to half a point. */
  readonly bodySize: number;
  readonly bodyFont: string | undefined;
  /** Most of the text is bold: bold tells nothing then. */
  readonly mostlyBold: boolean;
  /** Characters set in each font. */
  readonly fontUse: ReadonlyMap<string, number>;
  /** Level of each title of the outline, by its text {@link withoutNumbers}. */
  readonly outline: ReadonlyMap<string, number>;
  readonly isCode: (row: Row) => boolean;
}

const DEFAULT_SIZE = 10;
/** A document mostly in a monospaced font is a typescript, not a program. */
const MAX_MONO_SHARE = 0.6;
const CODE_SHARE = 0.8;

export function documentStyle(
  words: readonly Word[],
  outline: readonly OutlineEntry[],
  monoFonts: MonospaceFonts,
): DocumentStyle {
  const total = sum(words, (word) => word.length);
  const length = (word: Word): number => word.length;
  const monoLength = (some: readonly Word[]): number =>
    sum(some, (word) => sum(word.fonts, ({ font, length }) => (monoFonts.has(font) ? length : 0)));
  const hasCode = monoLength(words) <= MAX_MONO_SHARE * total;
  const fontUse = new Map<string, number>();
  for (const word of words) fontUse.set(word.font, (fontUse.get(word.font) ?? 0) + word.length);
  return {
    bodySize: heaviest(words, (word) => Math.round(word.fontSize * 2) / 2, length) ?? DEFAULT_SIZE,
    bodyFont: heaviest(words, (word) => word.font, length),
    mostlyBold: sum(words, (word) => word.boldLength) > 0.5 * total,
    fontUse,
    outline: new Map(outline.map(({ title, level }) => [withoutNumbers(title), level])),
    isCode: (row) => hasCode && monoLength(row.words) > CODE_SHARE * row.length,
  };
}
