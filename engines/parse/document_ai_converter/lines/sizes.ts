/**
 * Font sizes and weights of recognized lines, compared over the whole document because single measurements are noisy.
 */

import { heaviest, median } from '../../pages/page/geometry.ts';
import type { ScanLine } from './scan-line.ts';

/** A line and the size of one of its pixels, in points. */
export interface PlacedLine {
  readonly line: ScanLine;
  readonly points: number;
}

export interface LineStyle {
  /** In points. */
  readonly fontSize: number;
  readonly bold: boolean;
  /** Has thicker strokes than the body, though not enough to be bold. */
  readonly heavier: boolean;
}

/** Lower-case letters from which an x-height is used: for calibration, as the size, and unconditionally. */
const CALIBRATING = 8; // twice MIN_LOWER_CASE of scan-line.ts
const TELLING = 6; // a word
const SURE = 15; // three words
const MIN_CALIBRATING_LINES = 3; // the median needs three
/** Pixels below which an x-height is noise. */
const MIN_X_HEIGHT = 3; // a pixel more or less is then a third
/** The ratio that fonts have. Where the ink gives another one, it includes the ink of neighbours. */
// least: the narrowest of common fonts; most: the widest of common fonts
const EM_PER_WIDTH = { least: 0.9, most: 1.2 };
/** How much the width-based size varies with the text. */
const WIDTH_NOISE = 0.015; // 1.5 % between lines of one font
/** An x-height below this share of the width-based size was measured on parts of letters. */
const MIN_X_BY_WIDTH = 0.6; // between the x-height of a font and half of it
/**
 * Ink is never lower than the line, though higher where neighbours reach into its box. An x-height that gives this much
 * more than the ink was measured on small capitals or ascenders; one that gives this much less is trusted.
 */
const DISAGREEMENT = 0.1; // more than the 8 % that ink is good to

/** Sizes within this share are one: by x-height, others that snap to those, short others, and the rest. */
// xHeight: half a point of 10; snap: ink is good to 8 %; snapShort: short lines vary more; rest: ink is good to 8 %
const CLUSTER = { xHeight: 0.06, snap: 0.14, snapShort: 0.22, rest: 0.1 };
const SHORT = 3; // a page number
/** Bins of sizes: steps of 2 %. */
const BIN = 0.02; // a third of the closest cluster (`CLUSTER.xHeight`)
/** A longer line weighs no more than one with this many characters. */
const MAX_WEIGHT = 20; // half a line
/** Characters of a line from which its stroke is compared. */
const MIN_STROKE_LENGTH = 3; // one or two characters give no reliable stroke

/** Stroke widths over size are compared with this quantile over all characters, which is normal text. */
const NORMAL_RANK = 0.4; // below the median: much of a page may be bold
/** Ratios from which text is bold: the fewer letters, the higher. */
const BOLD = [
  { letters: 10, ratio: 1.24 },
  { letters: 4, ratio: 1.3 },
  { letters: 2, ratio: 1.6 },
];
const HEAVIER = 1.15; // below the least ratio of bold
/**
 * Where noise hides the thickness of strokes, text is also bold when it is this much wider and its strokes are slightly
 * thicker.
 */
const NOISY = 0.6; // more than half the trust
const WIDE = { width: 1.13, stroke: 1.03 }; // width: bold fonts are set wider; stroke: thicker at all
const MIN_HEAVIER_LETTERS = 5; // a word

export function lineStyles(lines: readonly PlacedLine[]): Map<ScanLine, LineStyle> {
  const scale = scaleOf(lines.map(({ line }) => line));
  const measured = lines.map(({ line, points }) => {
    const pixels = sizeOf(line, scale);
    return { line, pixels, size: pixels * points };
  });
  const sizes = cluster(measured);
  const normal = normalStroke(measured);
  return new Map(
    measured.map(({ line, size, pixels }) => {
      const weight = line.stroke / pixels / normal;
      const isWide = quotient(widthSize(line, scale), pixels) ?? 0;
      return [
        line,
        {
          fontSize: sizes.get(line) ?? size,
          bold:
            BOLD.some(({ letters, ratio }) => line.letters >= letters && weight > ratio) ||
            (scale.trustInWidth > NOISY && isWide > WIDE.width && weight > WIDE.stroke),
          heavier: line.letters >= MIN_HEAVIER_LETTERS && weight > HEAVIER,
        },
      ];
    }),
  );
}

interface Measured {
  readonly line: ScanLine;
  /** In points, and in pixels of the page. */
  readonly size: number;
  readonly pixels: number;
}

/** The document's em relative to heights of ink, x-heights and widths; `null` when too few lines show it. */
interface Scale {
  readonly emPerInk: number;
  readonly emPerX: number | null;
  readonly emPerWidth: number | null;
  /** How much to trust widths rather than x-heights, 0 to 1. X-heights suffer from noise and blur. */
  readonly trustInWidth: number;
}

function scaleOf(lines: readonly ScanLine[]): Scale {
  const ratios = (ratioOf: (line: ScanLine) => number | null): number[] | null => {
    const all = lines.flatMap((line) => ratioOf(line) ?? []);
    return all.length < MIN_CALIBRATING_LINES ? null : all;
  };
  const xHeightOf = (line: ScanLine): number | null => (line.lowerCase < CALIBRATING ? null : steadyXHeight(line));
  const inkPerX = ratios((line) => quotient(line.size, xHeightOf(line)));
  const inkPerWidth = ratios((line) => quotient(line.size, line.sizeByWidth));
  const xPerWidth = ratios((line) => quotient(xHeightOf(line), line.sizeByWidth));
  if (inkPerWidth === null) {
    return { emPerInk: 1, emPerX: inkPerX && median(inkPerX), emPerWidth: null, trustInWidth: 0 };
  }
  const emPerWidth = Math.min(EM_PER_WIDTH.most, Math.max(EM_PER_WIDTH.least, median(inkPerWidth)));
  const emPerInk = emPerWidth / median(inkPerWidth);
  if (xPerWidth === null) {
    return { emPerInk, emPerX: inkPerX && median(inkPerX) * emPerInk, emPerWidth, trustInWidth: 0 };
  }
  const usual = median(xPerWidth);
  const noise = median(xPerWidth.map((ratio) => Math.abs(Math.log(ratio / usual))));
  const trustInWidth = noise ** 2 / (noise ** 2 + WIDTH_NOISE ** 2);
  return { emPerInk, emPerX: emPerWidth / usual, emPerWidth, trustInWidth };
}

const quotient = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a / b);

const steadyXHeight = ({ xHeight }: ScanLine): number | null =>
  xHeight !== null && xHeight > MIN_X_HEIGHT ? xHeight : null;

const widthSize = ({ sizeByWidth }: ScanLine, { emPerWidth }: Scale): number | null =>
  sizeByWidth === null || emPerWidth === null ? null : sizeByWidth * emPerWidth;

/** Every error makes a measure larger: ink of neighbours, an x-height with ascenders, the widths of a wider font. */
function sizeOf(line: ScanLine, scale: Scale): number {
  const { emPerInk, emPerX, trustInWidth } = scale;
  const byInk = line.size * emPerInk;
  const xHeight = line.lowerCase < TELLING ? null : steadyXHeight(line);
  const byX = xHeight === null || emPerX === null ? null : xHeight * emPerX;
  const byWidth = widthSize(line, scale);
  if (byWidth === null) {
    if (byX === null || byX > byInk * (1 + DISAGREEMENT)) return byInk;
    return byX < byInk * (1 - DISAGREEMENT) || line.lowerCase >= SURE ? byX : byInk;
  }
  if (byX === null || byX < byWidth * MIN_X_BY_WIDTH) return byInk > byWidth * (1 + DISAGREEMENT) ? byWidth : byInk;
  if (byX > byWidth * (1 + DISAGREEMENT)) return byWidth;
  // The font is wider, unless the ink contradicts.
  if (byX < byWidth * (1 - DISAGREEMENT)) return byInk < Math.sqrt(byX * byWidth) ? byX : byWidth;
  return byX ** (1 - trustInWidth) * byWidth ** trustInWidth;
}

/** The common size of lines whose sizes are nearly the same. */
function cluster(lines: readonly Measured[]): Map<ScanLine, number> {
  const sizes = new Map<ScanLine, number>();
  const hasXHeight = ({ line }: Measured): boolean => steadyXHeight(line) !== null && line.lowerCase >= TELLING;
  const peaks = takePeaks(lines.filter(hasXHeight), CLUSTER.xHeight, sizes);
  for (const { line, size } of lines) {
    if (sizes.has(line) || peaks.length === 0) continue;
    const distance = (peak: number): number => Math.abs(Math.log(peak / size));
    const nearest = peaks.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    const reach = line.length <= SHORT ? CLUSTER.snapShort : CLUSTER.snap;
    if (Math.abs(size / nearest - 1) < reach) sizes.set(line, nearest);
  }
  takePeaks(
    lines.filter(({ line }) => !sizes.has(line)),
    CLUSTER.rest,
    sizes,
  );
  return sizes;
}

/** Takes the most frequent size, then the most frequent of the rest, and so on. */
function takePeaks(lines: readonly Measured[], reach: number, sizes: Map<ScanLine, number>): number[] {
  const binOf = ({ size }: Measured): number => Math.round(Math.log(size) / BIN);
  const peaks: number[] = [];
  let rest = lines;
  while (rest.length > 0) {
    const weights = new Map<number, number>();
    for (const item of rest) weights.set(binOf(item), (weights.get(binOf(item)) ?? 0) + item.line.length);
    const smooth = (bin: number): number =>
      [-2, -1, 0, 1, 2].reduce((sum, step) => sum + (weights.get(bin + step) ?? 0) * (1 - Math.abs(step) / 3), 0);
    const peak = Math.exp((heaviest(weights.keys(), (bin) => bin, smooth) ?? 0) * BIN);
    const near = rest.filter(({ size }) => Math.abs(size / peak - 1) < reach);
    if (near.length === 0) break;
    const common = median(
      near.flatMap(({ line, size }) => Array<number>(Math.min(MAX_WEIGHT, line.length)).fill(size)),
    );
    peaks.push(common);
    for (const { line } of near) sizes.set(line, common);
    rest = rest.filter(({ line }) => !sizes.has(line));
  }
  return peaks;
}

function normalStroke(lines: readonly Measured[]): number {
  const strokes = lines
    .filter(({ line }) => line.length >= MIN_STROKE_LENGTH)
    .map(({ line, pixels }) => ({ ratio: line.stroke / pixels, length: line.length }))
    .sort((a, b) => a.ratio - b.ratio);
  const enough = NORMAL_RANK * strokes.reduce((sum, { length }) => sum + length, 0);
  let count = 0;
  return strokes.find(({ length }) => (count += length) >= enough)?.ratio ?? 1;
}
