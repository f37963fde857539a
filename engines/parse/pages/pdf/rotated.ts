/**
 * Text in another direction than that of the page: the heads of narrow table columns, labels of drawings, names on
 * maps.
 */

import { centreX, centreY } from '../page/geometry.ts';
import { isControl } from '../page/glyph.ts';
import type { Glyph, GlyphRun } from '../page/glyph.ts';
import type { Word } from '../page/word.ts';
import { DESCENT, wordAt } from './growing-word.ts';
import type { GrowingWord } from './growing-word.ts';
import { WORD_GAP } from './word-breaks.ts';

/** How far, in em, letters of one run may be from its line, and how far apart along it. */
const MAX_ACROSS = 0.3; // test “are runs of letters on one line, without single ones” (fails at 0)
const MAX_GAP = 1; // no sample between .5 and 2: wider than a space, narrower than a column

/** Text that rises or falls less is read in lines below each other. */
const SLANTED = 45; // steeper text runs rather upward or downward

interface Run {
  readonly word: GrowingWord;
  /** Where its first letter starts. */
  readonly start: readonly [number, number];
  /** Counterclockwise, in degrees. */
  readonly angle: number;
  /** Where its last letter ends, on its line. */
  end: readonly [number, number];
}

/** Runs of letters in one direction. Single letters are left out. */
export function rotatedWords(run: GlyphRun): Word[] {
  const runs: Run[] = [];
  let spaced = false;
  for (const glyph of run) {
    // PDFium ends a line after each letter of slanted text, so only the spaces of the file count.
    if (glyph === null || glyph.blank) {
      spaced ||= glyph !== null;
      continue;
    }
    if (glyph.angle === 0 || isControl(glyph)) continue;
    const last = runs.at(-1);
    const gap = last === undefined ? null : gapBetween(last, glyph);
    if (last !== undefined && gap !== null) {
      const { word } = last;
      word.text += (spaced || gap > WORD_GAP ? ' ' : '') + glyph.text;
      word.length++;
      word.x0 = Math.min(word.x0, glyph.x0);
      word.x1 = Math.max(word.x1, glyph.x1);
      word.y0 = Math.min(word.y0, glyph.y0);
      word.y1 = Math.max(word.y1, glyph.y1);
      last.end = endOf(glyph);
    } else {
      const word = { ...wordAt(glyph, null, false), text: glyph.text, length: 1, rotated: true };
      runs.push({ word, start: [glyph.originX, glyph.baseline], angle: glyph.angle, end: endOf(glyph) });
    }
    spaced = false;
  }
  return runs
    .filter(({ word }) => word.length > 1)
    .map(({ word, start, angle }) => ({ ...word, baseline: baselineOf(word, start, angle) }));
}

/** Of slanted text, where its line meets the left edge of the page, so that lines keep their order and pitch. */
function baselineOf({ y1, fontSize }: GrowingWord, [x, y]: readonly [number, number], angle: number): number {
  const radians = (angle * Math.PI) / 180;
  const isSlanted = Math.cos(radians) > Math.cos((SLANTED * Math.PI) / 180);
  return isSlanted ? y + x * Math.tan(radians) : y1 - DESCENT * fontSize;
}

/** Distance of a letter from the end of the run that it continues, in em; `null` when it does not continue it. */
function gapBetween({ angle, end }: Run, glyph: Glyph): number | null {
  if (angle !== glyph.angle) return null;
  const [right, down] = directionOf(glyph);
  const [x, y] = [glyph.originX - end[0], glyph.baseline - end[1]];
  const em = glyph.style.fontSize;
  const gap = (x * right + y * down) / em;
  return Math.abs(x * down - y * right) < MAX_ACROSS * em && Math.abs(gap) < MAX_GAP ? gap : null;
}

/**
 * The box around a slanted letter is upright, but has the same centre: half an advance along the line from the origin.
 */
function endOf(glyph: Glyph): readonly [number, number] {
  const [right, down] = directionOf(glyph);
  const [x, y] = [centreX(glyph) - glyph.originX, centreY(glyph) - glyph.baseline];
  const advance = 2 * (x * right + y * down);
  return [glyph.originX + advance * right, glyph.baseline + advance * down];
}

function directionOf({ angle }: Glyph): readonly [number, number] {
  const radians = (angle * Math.PI) / 180;
  return [Math.cos(radians), -Math.sin(radians)];
}
