/** Finds monospaced fonts by declaration and by measurement, because names and flags miss many. */

import { median } from '../page/geometry.ts';
import type { GlyphRun } from '../page/glyph.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';

/** Letters and marks that are narrow, respectively wide, in every proportional font. */
const NARROW = /[ilj.,:;'!I]/;
const WIDE = /[mwMWOQ]/;
const MEASURED = /[a-zA-Z.,;:'()!]/;

/** Minimum number of different characters for a measurement. */
// test “have one advance, measured over 8 characters with a narrow and a wide one” (fails at 11)
const MIN_CHARACTERS = 8;
/** Share of the characters that must have the common advance, and the tolerance in em. */
const MIN_SHARE = 0.92; // a_brief_introduction: same at .736, −.001 at 1.15
const TOLERANCE = 0.02; // no sample between .008 and .04: advances are given in thousandths of an em
/** Narrower "advances" come from overprinting. */
const MIN_ADVANCE = 0.4; // a_brief_introduction: same at .16, −.001 at .8
/** Points by which the baselines of neighbours may differ. */
const SAME_BASELINE = 0.1; // no sample between .04 and .2: equal but for rounding
/** Samples per character, and glyphs per font: the medians are stable long before. */
const MAX_SAMPLES = 32; // no sample between 10 and 96: medians are settled
const MAX_GLYPHS = 4000; // no sample between 1200 and 12000: a page of text

export interface MonospaceSurvey {
  readonly add: (run: GlyphRun) => void;
  readonly fonts: () => MonospaceFonts;
}

interface FontSamples {
  /** Number of glyphs measured. */
  glyphs: number;
  /** Character → advances in em. */
  readonly advances: Map<string, number[]>;
}

export function monospaceSurvey(): MonospaceSurvey {
  const samples = new Map<string, FontSamples>();
  const declared = new Set<string>();
  return {
    add: (run) => {
      for (const [index, glyph] of run.entries()) {
        const next = run[index + 1];
        if (glyph?.style.mono === true) declared.add(glyph.style.font);
        if (!glyph || !next || next.style.font !== glyph.style.font) continue;
        const font = samples.get(glyph.style.font) ?? { glyphs: 0, advances: new Map<string, number[]>() };
        if (font.glyphs === 0) samples.set(glyph.style.font, font);
        if (font.glyphs++ > MAX_GLYPHS || !MEASURED.test(glyph.text)) continue;
        if (Math.abs(glyph.baseline - next.baseline) > SAME_BASELINE || next.originX <= glyph.originX) continue;
        const advances = font.advances.get(glyph.text) ?? [];
        if (advances.length === 0) font.advances.set(glyph.text, advances);
        if (advances.length < MAX_SAMPLES) advances.push((next.originX - glyph.originX) / glyph.style.fontSize);
      }
    },
    fonts: () => {
      const fonts = new Map<string, number | null>([...declared].map((name) => [name, null]));
      for (const [name, { advances }] of samples) {
        if (!isTelling([...advances.keys()])) continue;
        const advance = commonAdvance(advances);
        if (advance === null) fonts.delete(name);
        else fonts.set(name, advance);
      }
      return fonts;
    },
  };
}

const isTelling = (characters: readonly string[]): boolean =>
  characters.length >= MIN_CHARACTERS &&
  characters.some((text) => NARROW.test(text)) &&
  characters.some((text) => WIDE.test(text));

/** The common advance of all characters; `null` for a proportional font. */
function commonAdvance(font: ReadonlyMap<string, readonly number[]>): number | null {
  const advances = [...font.values()].map(median);
  const common = median(advances);
  const near = advances.filter((advance) => Math.abs(advance - common) < TOLERANCE).length;
  return near >= MIN_SHARE * advances.length && common > MIN_ADVANCE ? common : null;
}
