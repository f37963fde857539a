/** A recognized line with the size, weight, baseline and words measured from its ink, in pixels. */

import { inkEdges, measureInk, widestGap } from '../raster/ink.ts';
import type { Ink } from '../raster/ink.ts';
import type { Raster } from '../raster/raster.ts';
import type { Rules } from '../raster/rules.ts';
import type { RecognizedCharacter, RecognizedLine } from '../recognition/recognition.ts';
import { sizeByWidth } from './advances.ts';

export interface ScanWord {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

export interface ScanLine {
  readonly text: string;
  /** Characters without spaces, lower-case letters, and letters. */
  readonly length: number;
  readonly lowerCase: number;
  readonly letters: number;
  readonly words: readonly ScanWord[];
  readonly confidence: number;
  /** Font size from the height of the ink, accurate to 8 %. */
  readonly size: number;
  /** Height of lower-case letters, more stable than the full height; `null` when the line has too few of them. */
  readonly xHeight: number | null;
  /** Font size from the widths of its words, up to a factor of its font; `null` for a short line. */
  readonly sizeByWidth: number | null;
  readonly baseline: number;
  readonly stroke: number;
}

/** Share of an em that characters reach above the baseline and below it. */
// A line in Greek, Cyrillic, Arabic or Devanagari hardly lacks tall letters and deep ones.
const TALL =
  /[A-Zbdfhkl0-9\u00c0-\u00de\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}()[\]{}|/!?%&$#@\u3040-\u9fff\uac00-\ud7ff]/u;
const MIDDLE = /[tij'"]/;
// tall: between the cap height (.72) and the ascenders (.75) of common fonts; middle: t and i of common fonts; low:
// the x-height of common fonts, .45 to .55, with overshoot
const HEIGHT = { tall: 0.735, middle: 0.68, low: 0.53 };
const DEEP =
  /[gjpqy()[\]{}|/\u00e7\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\u3040-\u9fff\uac00-\ud7ff]/u;
const SHALLOW = /[,;Q]/;
// deep: descenders of common fonts; shallow: tails of commas
const DEPTH = { deep: 0.21, shallow: 0.12, none: 0 };

/** Fewer lower-case letters, or a smaller share of them, leave the x-height unsure. */
const MIN_LOWER_CASE = 4; // fewer letters may all have ascenders
const MIN_LOWER_SHARE = 0.5; // half of the characters

/** Gaps that separate words, in em: without and with a drawn vertical line in them. */
const WIDE_GAP = 0.75; // twice a wide space
const RULED_GAP = 0.3; // a space
/** Minimum gap, in em, between the outermost character and ink that was not read. */
const STRAY_GAP = 0.4; // the least gap between columns that a box caught
/** A gap is a missed space when it is as wide as most spaces and wider than the gaps inside words. */
// spaces: a fifth less than most spaces; inner: clearly wider than gaps inside words; em: the narrowest space of
// justified setting; minSpaces: the median needs three; minInner: the rank needs eight
const MISSED = { spaces: 0.8, inner: 1.6, em: 0.18, minSpaces: 3, minInner: 8 };
const BEFORE_MISSED = /[\p{L},.;:)]/u;
const AFTER_MISSED = /[\p{L}(]/u;
/** Gap that remains between two words whose letters touch, in em. */
const TOUCHING = 0.2; // half a space
/** Pixels that blur adds to the x-band. */
const EDGE_BLUR = 0.5; // half a pixel: both edges are measured at half their ink
/** Rank of the gap inside words that stands for a wide one. */
const WIDE_INNER_RANK = 0.9; // one gap of ten may be kerning

/** `null` when the line has no characters or no ink. */
export function scanLine(raster: Raster, line: RecognizedLine, rules: Rules): ScanLine | null {
  const { text } = line;
  const length = text.replace(/\s/g, '').length;
  if (length === 0) return null;
  const ink = measureInk(raster, line, rules);
  if (ink === null) return null;

  const rise = TALL.test(text) ? HEIGHT.tall : MIDDLE.test(text) ? HEIGHT.middle : HEIGHT.low;
  const drop = DEEP.test(text) ? DEPTH.deep : SHALLOW.test(text) ? DEPTH.shallow : DEPTH.none;
  const size = (ink.bottom - ink.top) / (rise + drop);
  const lowerCase = text.match(/[a-z\u00df-\u00ff]/g)?.length ?? 0;
  const band = lowerCase >= MIN_LOWER_CASE && lowerCase >= MIN_LOWER_SHARE * length ? ink.xBand : null;
  const words = wordsOf(line, ink, rules, size);
  return {
    text,
    length,
    lowerCase,
    letters: text.match(/\p{L}/gu)?.length ?? 0,
    words,
    confidence: line.confidence,
    size,
    xHeight: band === null ? null : band.bottom - band.top - EDGE_BLUR,
    sizeByWidth: sizeByWidth(words),
    baseline: band?.bottom ?? ink.bottom - drop * size,
    stroke: ink.stroke,
  };
}

/** Words with their edges in the gaps of the ink. */
function wordsOf(line: RecognizedLine, ink: Ink, rules: Rules, size: number): ScanWord[] {
  const middle = (ink.top + ink.bottom) / 2;
  const verticals = rules.vertical.filter(({ from, to }) => from < middle && to > middle);
  const spaced = splitAtSpaces(line.characters);
  const missed = missedGap(spaced, ink, size);
  const parts = spaced.flatMap((word) =>
    splitWhere(word, (left, right) => {
      const { width } = widestGap(ink, left.x, right.x);
      if (width > WIDE_GAP * size) return true;
      if (width > missed && BEFORE_MISSED.test(left.text) && AFTER_MISSED.test(right.text)) return true;
      return width > RULED_GAP * size && verticals.some(({ at }) => at > left.x && at < right.x);
    }),
  );

  const edges = ownEdges(line, ink, size);
  const words: ScanWord[] = [];
  let start = edges.left;
  for (const [index, part] of parts.entries()) {
    const last = part.at(-1);
    const next = parts[index + 1]?.[0];
    let [end, nextStart] = [edges.right, edges.right];
    if (last !== undefined && next !== undefined) {
      const gap = widestGap(ink, last.x, next.x);
      const centre = gap.width > 0 ? gap.start + gap.width / 2 : (last.x + next.x) / 2;
      const half = Math.max(gap.width, TOUCHING * size) / 2;
      [end, nextStart] = [centre - half, centre + half];
    }
    words.push({ text: part.map(({ text }) => text).join(''), x0: start, x1: Math.max(end, start + 1) });
    start = nextStart;
  }
  return words;
}

/**
 * Where the line's own ink starts and ends. Its box may include letters of the next column, which are not among its
 * characters.
 */
function ownEdges({ characters }: RecognizedLine, ink: Ink, size: number): { left: number; right: number } {
  const edges = inkEdges(ink);
  const [first, last] = [characters[0], characters.at(-1)];
  if (first === undefined || last === undefined) return edges;
  const before = widestGap(ink, edges.left, first.x);
  const after = widestGap(ink, last.x, edges.right);
  return {
    left: before.width > STRAY_GAP * size ? before.start + before.width : edges.left,
    right: after.width > STRAY_GAP * size ? after.start : edges.right,
  };
}

function splitAtSpaces(characters: readonly RecognizedCharacter[]): RecognizedCharacter[][] {
  const words: RecognizedCharacter[][] = [[]];
  for (const character of characters) {
    if (/\s/.test(character.text)) words.push([]);
    else words.at(-1)?.push(character);
  }
  return words.filter((word) => word.length > 0);
}

function splitWhere(
  word: readonly RecognizedCharacter[],
  isGap: (left: RecognizedCharacter, right: RecognizedCharacter) => boolean,
): RecognizedCharacter[][] {
  const parts: RecognizedCharacter[][] = [];
  for (const [index, character] of word.entries()) {
    const left = word[index - 1];
    if (left === undefined || isGap(left, character)) parts.push([]);
    parts.at(-1)?.push(character);
  }
  return parts;
}

/**
 * The gap, in pixels, from which the recognizer missed a space, as in tightly set text; infinite when the line does not
 * show it.
 */
function missedGap(words: readonly (readonly RecognizedCharacter[])[], ink: Ink, size: number): number {
  const gap = (left: RecognizedCharacter | undefined, right: RecognizedCharacter | undefined): number =>
    left === undefined || right === undefined ? 0 : widestGap(ink, left.x, right.x).width;
  const inner = words.flatMap((word) => word.slice(1).map((character, index) => gap(word[index], character)));
  const spaces = words.slice(1).map((word, index) => gap(words[index]?.at(-1), word[0]));
  if (spaces.length < MISSED.minSpaces || inner.length < MISSED.minInner) return Infinity;
  const ascending = (values: number[]): number[] => values.sort((a, b) => a - b);
  const median = ascending(spaces)[spaces.length >> 1] ?? 0;
  const wideInner = ascending(inner)[Math.floor(inner.length * WIDE_INNER_RANK)] ?? 0;
  return Math.max(MISSED.spaces * median, MISSED.inner * wideInner, MISSED.em * size);
}
