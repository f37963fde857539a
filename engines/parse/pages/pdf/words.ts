/** Groups characters into words: those close together on one baseline. */

import { centreX, centreY } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { Glyph, GlyphRun } from '../page/glyph.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import { isAlef, isLam } from '../page/scripts.ts';
import type { Word } from '../page/word.ts';
import type { Link } from './annotations.ts';

/** Gap that ends a word, in em. Monospaced letters have wide cells. */
export const WORD_GAP = 0.25; // copy_protected: other text at .125, +.001 at .5
const MONO_WORD_GAP = 0.4; // code_and_formula: same at .2, −.004 at .8
/** Jump of the baseline that ends a word; subscripts stay. */
const BASELINE_JUMP = 0.6; // nougat_024: −.010 at .3, same at 1.2
/** A jump back by this much starts a new word, unless the word runs to the left anyway. */
const BACKWARD_JUMP = 1.2; // pdfa_028: +.005 at .6, same at 2.4
/** Width in em of a letter in a ligature when the boxes do not show it. */
const LIGATURE_LETTER = 0.55; // syn_report: same at .275, −.008 at 1.1
/** Share of a space's advance that the next word leaves free, unless the file takes the space back. */
const KEPT_SPACE = 0.5; // test “are spaced by a space without width, not by one that is taken back”
const SAME_PLACE = 0.05; // no sample between .025 and .1: equal but for rounding
/** How far, in em, a letter of a right-to-left word may reach into the previous one. */
const LEFTWARD_OVERLAP = 0.5; // no sample between .25 and 1: half a letter
/** Distance between lam and alef in their ligature: of the origins in em, and of the boxes in points. */
// origin: no sample between .135 and .54: half an advance; box: no sample between .25 and 1: equal but for rounding
const LAM_ALEF = { origin: 0.27, box: 0.5 };
/** Height in em of every word above and below its baseline: font boxes differ widely in height. */
const ASCENT = 0.8; // scanned: +.108 at .4, −.060 at 1.6
export const DESCENT = 0.2; // issue-987-test: +.030 at .1, −.492 at .4
/** How far outside the page a word may be, in points; clipped text is invisible to readers. */
const PAGE_MARGIN = 5; // test “are neither printed twice at one place nor outside the page” (fails at 3 and 8)

const LIGATURES: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
};

export const isControl = (glyph: Glyph): boolean => (glyph.text.codePointAt(0) ?? 0) < 32;

export type Growing = Omit<{ -readonly [K in keyof Word]: Word[K] }, 'fonts' | 'glyphs'> & {
  fonts: { font: string; length: number }[];
  glyphs: Glyph[];
  readonly leftward: boolean;
};

/** The upright words of a page in content order. */
export function uprightWords(run: GlyphRun, monoFonts: MonospaceFonts, links: readonly Link[]): Word[] {
  const words: Word[] = [];
  let word: Growing | null = null;
  let previous: Glyph | null = null;
  /** Where the last character ends, and how many letters already share its origin. */
  let end = 0;
  let sharing = 1;
  let before: Word | null = null;
  /** Whether PDFium put a space before the next character. */
  let generatedSpace = false;
  /** The space of the file before the next character. */
  let space: Glyph | null = null;
  const isMono = (glyph: Glyph): boolean => monoFonts.has(glyph.style.font);
  const close = (): void => {
    if (word !== null && word.text.trim() !== '') {
      word.text = word.text.replace(/[\ufb00-\ufb04]/g, (ligature) => LIGATURES[ligature] ?? ligature);
      word.href = links.length === 0 ? null : hrefAt(links, word);
      words.push(word);
    }
    word = null;
  };

  for (const glyph of run) {
    if (glyph === null) {
      generatedSpace = true;
      continue;
    }
    const inMono = word !== null && previous !== null && isMono(previous) && isMono(glyph);
    // PDFium's own spaces are wrong in monospaced text: its advance looks like a gap.
    if (glyph.blank || (generatedSpace && !inMono)) {
      close();
      before = null;
    }
    generatedSpace = false;
    if (glyph.blank) {
      space = glyph;
      continue;
    }
    if (glyph.angle !== 0 || isControl(glyph)) continue;
    const leftward = glyph.rightToLeft;
    let inLigature = false;
    if (word !== null && previous !== null) {
      const current: Growing = word;
      // Letters of a ligature share one origin and one box.
      inLigature = Math.abs(glyph.originX - previous.originX) < SAME_PLACE && glyph.style === previous.style;
      const size = Math.max(glyph.style.fontSize, previous.style.fontSize);
      const gap = inLigature ? 0 : gapBetween(previous, glyph, end, leftward, size);
      if (
        // Cells of a tagged table may be closer than letters; the line joins parts of one word again.
        glyph.style.mcid !== previous.style.mcid ||
        Math.abs(glyph.baseline - previous.baseline) > size * BASELINE_JUMP ||
        (inMono ? isMonoGap(previous, glyph, gap, monoFonts) : gap > size * WORD_GAP) ||
        (gap < -size * BACKWARD_JUMP && !current.leftward)
      ) {
        before = current;
        close();
      } else if (isSwappedLamAlef(previous, glyph)) {
        current.text = current.text.slice(0, -1) + glyph.text + previous.text;
        current.glyphs.splice(-1, 0, glyph);
        current.length++;
        end = Math.max(end, previous.x1, previous.inkX1, glyph.inkX1);
        current.x1 = Math.max(current.x1, end);
        continue;
      }
    }
    word ??= startWord(glyph, before, leftward, space !== null && glyph.x0 - end >= KEPT_SPACE * (space.x1 - space.x0));
    before = null;
    space = null;
    sharing = inLigature ? sharing + 1 : 1;
    end = inLigature
      ? Math.max(glyph.x1, glyph.inkX1, glyph.originX + (sharing - 1) * LIGATURE_LETTER * glyph.style.fontSize)
      : glyph.x1;
    extend(word, glyph, inLigature ? glyph.inkX1 : glyph.x1);
    previous = glyph;
  }
  close();
  return words;
}

function hrefAt(links: readonly Link[], word: Box): string | null {
  const [x, y] = [centreX(word), centreY(word)];
  return links.find((link) => x > link.x0 && x < link.x1 && y > link.y0 && y < link.y1)?.href ?? null;
}

/** Empty space before `glyph`, in its reading direction. Loose boxes of right-to-left fonts are wrong, so the ink counts, too. */
function gapBetween(previous: Glyph, glyph: Glyph, end: number, leftward: boolean, size: number): number {
  if (leftward && glyph.x1 <= previous.x0 + size * LEFTWARD_OVERLAP)
    return previous.x0 - Math.max(glyph.x1, glyph.inkX1);
  return glyph.x0 - end;
}

/** In a monospaced font, the distance between origins decides, because the boxes are often wrong. */
function isMonoGap(previous: Glyph, glyph: Glyph, gap: number, fonts: MonospaceFonts): boolean {
  const advance = fonts.get(glyph.style.font) ?? null;
  if (advance === null || previous.style.font !== glyph.style.font) return gap > glyph.style.fontSize * MONO_WORD_GAP;
  const distance = glyph.originX - previous.originX;
  return distance > (advance + WORD_GAP) * glyph.style.fontSize;
}

/** The ligature of lam and alef is stored as alef, lam at one position. */
function isSwappedLamAlef(previous: Glyph, glyph: Glyph): boolean {
  return (
    isAlef(previous.text) &&
    isLam(glyph.text) &&
    Math.abs(previous.originX - glyph.originX) < LAM_ALEF.origin * glyph.style.fontSize &&
    Math.abs(previous.x0 - glyph.x0) < LAM_ALEF.box
  );
}

export function startWord(glyph: Glyph, follows: Word | null, leftward: boolean, spaced: boolean): Growing {
  return {
    text: '',
    x0: glyph.x0,
    x1: glyph.x1,
    y0: glyph.y0,
    y1: glyph.y1,
    baseline: glyph.baseline,
    fontSize: glyph.style.fontSize,
    length: 0,
    boldLength: 0,
    font: glyph.style.font,
    fonts: [],
    mcid: glyph.style.mcid,
    rightToLeft: false,
    rotated: false,
    confidence: 1,
    glyphs: [],
    href: null,
    follows,
    spaced,
    leftward,
  };
}

function extend(word: Growing, glyph: Glyph, right: number): void {
  word.text += glyph.text;
  word.glyphs.push(glyph);
  word.length++;
  if (glyph.style.bold) word.boldLength++;
  if (glyph.rightToLeft) word.rightToLeft = true;
  word.x0 = Math.min(word.x0, glyph.x0);
  word.x1 = Math.max(word.x1, glyph.x1, right);
  const { font, fontSize } = glyph.style;
  const shares = word.fonts;
  const share = shares.find((candidate) => candidate.font === font);
  if (share === undefined) shares.push({ font, length: 1 });
  else share.length++;
  if (fontSize > word.fontSize) {
    word.fontSize = fontSize;
    word.baseline = glyph.baseline;
  }
  word.y0 = word.baseline - word.fontSize * ASCENT;
  word.y1 = word.baseline + word.fontSize * DESCENT;
}

/** Drops words printed twice at one position (shadows, fake bold) and words outside the page. */
export function visibleWords(words: readonly Word[], width: number, height: number): Word[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = `${word.text}|${Math.round(word.x0 / 2)}|${Math.round(word.baseline / 2)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return (
      word.x1 > -PAGE_MARGIN &&
      word.x0 < width + PAGE_MARGIN &&
      word.baseline > -PAGE_MARGIN &&
      word.baseline < height + PAGE_MARGIN
    );
  });
}
