/** Builds grids from drawn lines: lines that touch form a grid, and their coordinates give its columns and rows. */

import type { Drawings, Rule } from '../page/drawings.ts';
import { centreY, greatest, least } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';

export interface DrawnGrid {
  /** Coordinates of the columns' and the rows' edges, ascending. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly vertical: readonly Rule[];
  /** Whether a line is drawn at `y`, respectively `x`, halfway between the two ends. */
  readonly hasHorizontal: (y: number, x0: number, x1: number) => boolean;
  readonly hasVertical: (x: number, y0: number, y1: number) => boolean;
}

/** Lines within this distance touch. */
const TOUCH = 3; // nougat_016: +.186 at 2, −.058 at 4
/** Parallel lines within this distance are the two edges of one line. */
const SAME_LINE = 2; // 2305.03393v1-pg9: −.395 at 0, −.006 at 7
/** Edges within this distance are one edge of a row or column, drawn in pieces. */
const SAME_EDGE = 4; // nougat_016: same at 1, +.055 at 9
/** A page with more lines is a plot or a map. */
const MAX_LINES = 4000; // pdfa_036: +.002 at 2800, same at 5600
/** Smaller rectangles are bullets and check boxes. */
// test “come of filled rectangles as well, from 8 points on, but not of the background” (fails at 6)
const MIN_RECTANGLE = 8;
/** Maximum distance between the line of a cell and the colour behind its text. */
const MAX_PADDING = 8; // redp5110_sampled: −.002 at 7, same at 9
/** Share of the page's width and height that a background covers. */
// width: no sample between .392 and 1.96: all of a page but its margins of print; height: no sample between .36 and
// 1.8: all of a page but its margins of print
const BACKGROUND = { width: 0.98, height: 0.9 };

export function drawnGrids(drawings: Drawings, pageWidth: number, pageHeight: number): DrawnGrid[] {
  const isBackground = (box: Box): boolean =>
    box.x1 - box.x0 > pageWidth * BACKGROUND.width && box.y1 - box.y0 > pageHeight * BACKGROUND.height;
  const boxes = drawings.rectangles.filter(
    (box) =>
      box.x1 - box.x0 >= MIN_RECTANGLE &&
      box.y1 - box.y0 >= MIN_RECTANGLE &&
      !isBackground(box) &&
      !isShading(box, drawings.vertical),
  );
  const horizontal = [
    ...drawings.horizontal,
    ...boxes.flatMap(({ x0, y0, x1, y1 }) => [y0, y1].map((at) => ({ at, from: x0, to: x1 }))),
  ];
  const vertical = [
    ...drawings.vertical,
    ...boxes.flatMap(({ x0, y0, x1, y1 }) => [x0, x1].map((at) => ({ at, from: y0, to: y1 }))),
  ];
  if (horizontal.length === 0 || vertical.length === 0 || horizontal.length + vertical.length > MAX_LINES) return [];
  return connected(mergeTwice(horizontal), mergeTwice(vertical)).flatMap((lines) => gridOf(lines) ?? []);
}

/** Colour behind the lines of a cell, which leaves the padding of the cell free. */
function isShading(box: Box, vertical: readonly Rule[]): boolean {
  const middle = centreY(box);
  const hasLine = (from: number, to: number): boolean =>
    vertical.some((line) => line.at > from && line.at < to && line.from < middle && line.to > middle);
  return hasLine(box.x0 - MAX_PADDING, box.x0 - SAME_LINE) || hasLine(box.x1 + SAME_LINE, box.x1 + MAX_PADDING);
}

/** Merges twice, because a line lengthened by the first pass may reach another one in the second. */
const mergeTwice = (lines: readonly Rule[]): Rule[] => merge(merge(lines));

function merge(lines: readonly Rule[]): Rule[] {
  const merged: { at: number; from: number; to: number }[] = [];
  for (const line of [...lines].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const partner = merged.find(
      (other) =>
        Math.abs(other.at - line.at) < SAME_LINE && line.from <= other.to + TOUCH && line.to >= other.from - TOUCH,
    );
    if (partner === undefined) {
      merged.push({ ...line });
    } else {
      partner.from = Math.min(partner.from, line.from);
      partner.to = Math.max(partner.to, line.to);
    }
  }
  return merged;
}

interface Crossing {
  readonly horizontal: Rule[];
  readonly vertical: Rule[];
}

const touches = (horizontal: Rule, vertical: Rule): boolean =>
  vertical.at >= horizontal.from - TOUCH &&
  vertical.at <= horizontal.to + TOUCH &&
  horizontal.at >= vertical.from - TOUCH &&
  horizontal.at <= vertical.to + TOUCH;

/** Sets of connected lines. */
function connected(horizontal: readonly Rule[], vertical: readonly Rule[]): Crossing[] {
  const parents = [...Array(horizontal.length + vertical.length).keys()];
  const root = (index: number): number => {
    let top = index;
    for (let parent = parents[top]; parent !== undefined && parent !== top; parent = parents[top]) top = parent;
    parents[index] = top;
    return top;
  };
  for (const [i, line] of horizontal.entries()) {
    for (const [j, other] of vertical.entries()) {
      if (touches(line, other)) parents[root(i)] = root(horizontal.length + j);
    }
  }
  const sets = new Map<number, Crossing>();
  const setOf = (index: number): Crossing => {
    const set = sets.get(root(index)) ?? { horizontal: [], vertical: [] };
    sets.set(root(index), set);
    return set;
  };
  for (const [i, line] of horizontal.entries()) setOf(i).horizontal.push(line);
  for (const [j, line] of vertical.entries()) setOf(horizontal.length + j).vertical.push(line);
  return [...sets.values()];
}

function gridOf({ horizontal, vertical }: Crossing): DrawnGrid | null {
  if (horizontal.length < 2 || vertical.length === 0) return null;
  const xs = edges(vertical, horizontal);
  const ys = edges(horizontal, vertical);
  // One column is a frame, not a table.
  if (xs.length < 3 || ys.length < 2) return null;
  const has =
    (lines: readonly Rule[]) =>
    (at: number, from: number, to: number): boolean => {
      const middle = (from + to) / 2;
      return lines.some((line) => Math.abs(line.at - at) < SAME_EDGE && line.from <= middle && line.to >= middle);
    };
  return { xs, ys, vertical, hasHorizontal: has(horizontal), hasVertical: has(vertical) };
}

/** Distinct coordinates of `lines`, and the outermost ends of the lines across: outer borders are often not drawn. */
function edges(lines: readonly Rule[], across: readonly Rule[]): number[] {
  const all = [
    ...lines.map((line) => line.at),
    least(across.map((line) => line.from)),
    greatest(across.map((line) => line.to)),
  ].sort((a, b) => a - b);
  const distinct: number[] = [];
  for (const value of all) {
    const last = distinct.at(-1);
    if (last === undefined || value - last > SAME_EDGE) distinct.push(value);
  }
  return distinct;
}
