/** Reads the drawn lines, filled rectangles and images of a page. Ruled tables are found from them. */

import type { Drawings, Rule } from '../page/drawings.ts';
import { bounds, sum } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { PageFrame } from './page-frame.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

/** An image at the position where it is drawn. */
export interface DrawnImage extends Box {
  /** PDFium's handle, while the page is open. */
  readonly object: number;
}

const PATH = 2;
const IMAGE = 3;
const FORM = 5;

const SEGMENT_BEZIER = 1;
const SEGMENT_MOVE = 2;

/** Maps and plots have huge numbers of objects; no table needs this many. */
const MAX_OBJECTS = 40_000; // the most of a sample: 8,048, col_four_justify
/** A path with more segments is an illustration. */
const MAX_SEGMENTS = 400; // no sample between 200 and 800: the segments of 80 rectangles
const MAX_FORM_DEPTH = 6; // the deepest of a sample: 1, normal_4pages
/** Shorter strokes are dashes, arrow heads or letters. */
const MIN_LINE = 4; // half the height of a line of text
/** A filled rectangle up to this width is a line. */
const FILLED_LINE_WIDTH = 3.2; // thicker bars are fills
/** A stroked outline up to this width is a line. */
const STROKED_LINE_WIDTH = 2; // thicker outlines are boxes
/** Largest slant of a line that counts as horizontal or vertical. */
const SLANT = 1; // a tenth of the height of a line
/** A colour is white from this tone, of 255. */
const WHITE = 251; // white but for rounding
/** A rectangle has four corners and the closing point, or five with a doubled corner. */
const RECTANGLE_POINTS = 6;

type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];

export function readDrawings(
  pdfium: Pdfium,
  scratch: Scratch,
  page: number,
  frame: PageFrame,
): Drawings & { readonly images: readonly DrawnImage[] } {
  const images: DrawnImage[] = [];
  const horizontal: Rule[] = [];
  const vertical: Rule[] = [];
  const rectangles: Box[] = [];
  let budget = MAX_OBJECTS;

  const addSegment = (a: Point, b: Point): void => {
    const [width, height] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
    if (height < SLANT && width > MIN_LINE) {
      horizontal.push({ at: (a[1] + b[1]) / 2, from: Math.min(a[0], b[0]), to: Math.max(a[0], b[0]) });
    } else if (width < SLANT && height > MIN_LINE) {
      vertical.push({ at: (a[0] + b[0]) / 2, from: Math.min(a[1], b[1]), to: Math.max(a[1], b[1]) });
    }
  };

  const addBoxAsLine = ({ x0, y0, x1, y1 }: Box, thickness: number): boolean => {
    if (x1 - x0 < thickness && y1 - y0 > MIN_LINE) vertical.push({ at: (x0 + x1) / 2, from: y0, to: y1 });
    else if (y1 - y0 < thickness && x1 - x0 > MIN_LINE) horizontal.push({ at: (y0 + y1) / 2, from: x0, to: x1 });
    else return false;
    return true;
  };

  const addSubpath = (points: readonly Point[], path: PathStyle): void => {
    if (points.length < 2 || (path.curved && path.stroked && points.length > RECTANGLE_POINTS)) return;
    const box = bounds(points.map(([x, y]) => ({ x0: x, y0: y, x1: x, y1: y })));
    const isRectangle = points.length <= RECTANGLE_POINTS;
    if (!path.stroked) {
      if (path.invisible) return;
      if (!addBoxAsLine(box, FILLED_LINE_WIDTH) && isRectangle) rectangles.push(box);
      return;
    }
    if (isRectangle && path.filled && box.x1 - box.x0 > MIN_LINE && box.y1 - box.y0 > MIN_LINE) rectangles.push(box);
    if (addBoxAsLine(box, STROKED_LINE_WIDTH)) return;
    for (const [index, point] of points.entries()) {
      const previous = points[index - 1];
      if (previous !== undefined) addSegment(previous, point);
    }
  };

  const visit = (object: number, parent: Matrix, depth: number): void => {
    if (budget-- < 0) return;
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type === IMAGE) {
      const [a, b, c, d, e, f] = multiply(readMatrix(pdfium, scratch, object), parent);
      // An image is drawn on the unit square.
      const corners = [
        frame.point(e, f),
        frame.point(a + e, b + f),
        frame.point(c + e, d + f),
        frame.point(a + c + e, b + d + f),
      ];
      images.push({ object, ...bounds(corners.map(([x, y]) => ({ x0: x, y0: y, x1: x, y1: y }))) });
    } else if (type === FORM && depth < MAX_FORM_DEPTH) {
      const matrix = multiply(readMatrix(pdfium, scratch, object), parent);
      const count = pdfium.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++) {
        visit(pdfium.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
      }
    } else if (type === PATH) {
      const path = readPathStyle(pdfium, scratch, object);
      if (!path.filled && !path.stroked) return;
      const matrix = multiply(readMatrix(pdfium, scratch, object), parent);
      const { subpaths, curved } = readSubpaths(pdfium, scratch, object, (x, y) =>
        frame.point(x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]),
      );
      for (const points of subpaths) addSubpath(points, { ...path, curved });
    }
  };

  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(pdfium.FPDFPage_GetObject(page, index), IDENTITY, 0);
  return { horizontal, vertical, rectangles, imageShare: shareOf(images, frame), images };
}

/** Images may cover each other: a scan can be of several layers. */
function shareOf(images: readonly Box[], { width, height }: PageFrame): number {
  const area = sum(images, ({ x0, y0, x1, y1 }) => {
    const [wide, high] = [Math.min(x1, width) - Math.max(x0, 0), Math.min(y1, height) - Math.max(y0, 0)];
    return Math.max(0, wide) * Math.max(0, high);
  });
  return Math.min(1, area / Math.max(1, width * height));
}

interface PathStyle {
  readonly filled: boolean;
  readonly stroked: boolean;
  /** Filled white or fully transparent, so it is not a visible line. */
  readonly invisible: boolean;
  readonly curved: boolean;
}

function readPathStyle(pdfium: Pdfium, scratch: Scratch, path: number): PathStyle {
  pdfium.FPDFPath_GetDrawMode(path, scratch.at(0), scratch.at(4));
  const [filled, stroked] = [scratch.int32(0) !== 0, scratch.int32(1) !== 0];
  let invisible = false;
  if (filled) {
    const channels = [0, 4, 8, 12].map((offset) => scratch.at(offset));
    if (pdfium.FPDFPageObj_GetFillColor(path, ...channels)) {
      const isWhite = [0, 1, 2].every((channel) => scratch.int32(channel) >= WHITE);
      invisible = isWhite || scratch.int32(3) === 0;
    }
  }
  return { filled, stroked, invisible, curved: false };
}

function readMatrix(pdfium: Pdfium, scratch: Scratch, object: number): Matrix {
  pdfium.FPDFPageObj_GetMatrix(object, scratch.at(0));
  const at = scratch.float32;
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

function readSubpaths(
  pdfium: Pdfium,
  scratch: Scratch,
  path: number,
  toFrame: (x: number, y: number) => Point,
): { subpaths: Point[][]; curved: boolean } {
  const subpaths: Point[][] = [];
  let current: Point[] | null = null;
  let curved = false;
  const total = pdfium.FPDFPath_CountSegments(path);
  const count = total > MAX_SEGMENTS ? 0 : total;
  for (let index = 0; index < count; index++) {
    const segment = pdfium.FPDFPath_GetPathSegment(path, index);
    pdfium.FPDFPathSegment_GetPoint(segment, scratch.at(0), scratch.at(4));
    const point = toFrame(scratch.float32(0), scratch.float32(1));
    const type = pdfium.FPDFPathSegment_GetType(segment);
    if (type === SEGMENT_MOVE || current === null) {
      current = [];
      subpaths.push(current);
    }
    curved ||= type === SEGMENT_BEZIER;
    current.push(point);
    const first = current[0];
    if (first !== undefined && pdfium.FPDFPathSegment_GetClose(segment)) current.push(first);
  }
  return { subpaths, curved };
}
