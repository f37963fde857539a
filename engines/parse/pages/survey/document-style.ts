/**
 * The normal style of a document, against which headings, running heads and code stand out. Plain data, so that it can
 * be stored.
 */

import type { Vocabulary } from '../lines/hyphens.ts';
import { withoutNumbers } from '../lines/patterns.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { sum } from '../page/geometry.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import type { OutlineEntry } from '../page/outline.ts';
import { repeatedEdges } from './running-heads.ts';
import type { Survey } from './survey.ts';

export interface DocumentStyle {
  /** Font size of most of the text, to half a point. */
  readonly bodySize: number;
  readonly bodyFont: string | undefined;
  /** Most of the text is bold, so bold has no meaning. */
  readonly mostlyBold: boolean;
  /** Fonts with so few characters that they are used for ornaments. */
  readonly rareFonts: ReadonlySet<string>;
  /**
   * Level of each title of the outline, by its text {@link withoutNumbers}; `by style`: sections of several levels have
   * it.
   */
  readonly outline: ReadonlyMap<string, number | 'by style'>;
  readonly monoFonts: MonospaceFonts;
  /** Whether monospaced text is program text. */
  readonly hasCode: boolean;
  /** Keys of the lines that repeat at the edges of pages (running-heads.ts). */
  readonly runningLines: ReadonlySet<string>;
  /** With one page, nothing can repeat. */
  readonly isOnePage: boolean;
  readonly vocabulary: Vocabulary;
}

const DEFAULT_SIZE = 10; // no sample between 7 and 15: used only where there is no text
/** A document mostly in a monospaced font is a typescript, not a program. */
const MAX_MONO_SHARE = 0.6; // nougat_020: same at .24, −.063 at 1.2
const CODE_SHARE = 0.8; // a_brief_introduction: same at .64, −.001 at 1
const MAX_ORNAMENTS = 200; // test “calls fonts of fewer than 200 characters rare” (fails at 100 and 400)
/** Share of bold text from which bold has no meaning. */
const MOSTLY = 0.5; // nougat_003: +.026 at .4, +.039 at .625

export function documentStyle(
  survey: Survey,
  outline: readonly OutlineEntry[],
  monoFonts: MonospaceFonts,
): DocumentStyle {
  const monoLength = sum([...survey.fonts], ([font, length]) => (monoFonts.has(font) ? length : 0));
  return {
    bodySize: most(survey.sizes) ?? DEFAULT_SIZE,
    bodyFont: most(survey.fonts),
    mostlyBold: survey.boldLength > MOSTLY * survey.length,
    rareFonts: new Set([...survey.fonts].flatMap(([font, length]) => (length < MAX_ORNAMENTS ? [font] : []))),
    outline: levelsByTitle(outline),
    monoFonts,
    hasCode: monoLength <= MAX_MONO_SHARE * survey.length,
    runningLines: repeatedEdges(survey.edges, survey.pages),
    isOnePage: survey.pages === 1,
    vocabulary: survey.vocabulary,
  };
}

function levelsByTitle(outline: readonly OutlineEntry[]): Map<string, number | 'by style'> {
  const levels = new Map<string, number | 'by style'>();
  for (const { title, level } of outline) {
    const key = withoutNumbers(title);
    levels.set(key, (levels.get(key) ?? level) === level ? level : 'by style');
  }
  return levels;
}

/** The key with the highest count, the first of equals. */
function most<K>(counts: ReadonlyMap<K, number>): K | undefined {
  let best: K | undefined;
  let highest = 0;
  for (const [key, count] of counts) {
    if (count > highest) [best, highest] = [key, count];
  }
  return best;
}

export function isCode(line: TextLine, { hasCode, monoFonts }: DocumentStyle): boolean {
  if (!hasCode || monoFonts.size === 0) return false;
  const monoLength = sum(line.words, (word) =>
    sum(word.fonts, ({ font, length }) => (monoFonts.has(font) ? length : 0)),
  );
  return monoLength > CODE_SHARE * line.length;
}
