/** Font sizes and weights of recognised lines, compared over the whole document: single measurements are unsteady. */

import { heaviest, median } from '../markdown_converter/pdf/geometry.ts';
import type { ScanLine } from './scan-line.ts';

/** A line and the points that one of its pixels measures. */
export interface PlacedLine {
  readonly line: ScanLine;
  readonly points: number;
}

export interface LineStyle {
  /** In points. */
  readonly fontSize: number;
  readonly bold: boolean;
  /** Stands out from the body by its strokes, though not enough to be called bold. */
  readonly heavier: boolean;
}

/** How many lower-case letters make an x-height sure: to calibrate by, to take the size from, and always. */
const CALIBRATING = 8;
const TELLING = 6;
const SURE = 15;
const MIN_CALIBRATING_LINES = 3;
/**
 * Ink is never lower than the line, though higher where neighbours come into its box: an x-height that gives so much more
 * than the ink was measured on small capitals or ascenders, and one that gives so much less is to be believed.
 */
const DISAGREEMENT = 0.1;

/** Sizes within so much are one: by x-height, others that snap to those, short others, and what then is left. */
const CLUSTER = { xHeight: 0.06, snap: 0.14, snapShort: 0.22, rest: 0.1 };
const SHORT = 3;
/** Bins of sizes: steps of 2 %. */
const BIN = 0.02;
/** A long line tells no more of its size than one of so many characters. */
const MAX_WEIGHT = 20;

/** Stroke widths over size, against the one that this share of the characters does not reach: normal text. */
const NORMAL_RANK = 0.4;
/** The fewer letters, the heavier bold must be. */
const BOLD = [
  { letters: 10, ratio: 1.24 },
  { letters: 4, ratio: 1.3 },
  { letters: 2, ratio: 1.6 },
];
const HEAVIER = 1.15;
const MIN_HEAVIER_LETTERS = 5;

export function lineStyles(lines: readonly PlacedLine[]): Map<ScanLine, LineStyle> {
  const measured = measure(lines);
  const sizes = cluster(measured);
  const normal = normalStroke(measured);
  return new Map(
    measured.map(({ line, size, pixels }) => {
      const weight = line.stroke / pixels / normal;
      return [
        line,
        {
          fontSize: sizes.get(line) ?? size,
          bold: BOLD.some(({ letters, ratio }) => line.letters >= letters && weight > ratio),
          heavier: line.letters >= MIN_HEAVIER_LETTERS && weight > HEAVIER,
        },
      ];
    }),
  );
}

interface Measured {
  readonly line: ScanLine;
  /** In points, and in pixels of its page. */
  readonly size: number;
  readonly pixels: number;
}

/** Takes sizes from x-heights, once the document tells how large its em is against them. */
function measure(lines: readonly PlacedLine[]): Measured[] {
  const ratios = lines.flatMap(({ line }) =>
    line.xHeight !== null && line.xHeight > 3 && line.lowerCase >= CALIBRATING ? [line.size / line.xHeight] : [],
  );
  const emPerX = ratios.length >= MIN_CALIBRATING_LINES ? median(ratios) : null;
  return lines.map(({ line, points }) => {
    const pixels = (emPerX === null ? null : sizeByX(line, emPerX)) ?? line.size;
    return { line, pixels, size: pixels * points };
  });
}

function sizeByX(line: ScanLine, emPerX: number): number | null {
  if (line.xHeight === null || line.xHeight <= 3 || line.lowerCase < TELLING) return null;
  const size = line.xHeight * emPerX;
  if (size > line.size * (1 + DISAGREEMENT)) return null;
  return size < line.size * (1 - DISAGREEMENT) || line.lowerCase >= SURE ? size : null;
}

/** The common size of lines whose sizes are nearly the same. */
function cluster(lines: readonly Measured[]): Map<ScanLine, number> {
  const sizes = new Map<ScanLine, number>();
  const hasXHeight = ({ line }: Measured): boolean =>
    line.xHeight !== null && line.xHeight > 3 && line.lowerCase >= TELLING;
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
    .filter(({ line }) => line.length > 2)
    .map(({ line, pixels }) => ({ ratio: line.stroke / pixels, length: line.length }))
    .sort((a, b) => a.ratio - b.ratio);
  const enough = NORMAL_RANK * strokes.reduce((sum, { length }) => sum + length, 0);
  let count = 0;
  return strokes.find(({ length }) => (count += length) >= enough)?.ratio ?? 1;
}
