/** The coordinates of a page for reading: origin in the upper left corner, y downwards, text upright. */

import type { Box } from '../page/geometry.ts';
import { turnedPaper } from '../page/paper.ts';
import type { Paper } from '../page/paper.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

export interface PageFrame {
  readonly width: number;
  readonly height: number;
  /** Clockwise quarter turns from the page's own coordinates to the frame. */
  readonly turns: number;
  readonly paper: Paper;
  /** Converts a point from the page's own coordinates to the frame. */
  readonly point: (x: number, y: number) => readonly [number, number];
  readonly box: (left: number, bottom: number, right: number, top: number) => Box;
}

/** `turns` makes the text upright; it may differ from the page's `/Rotate`. */
export function pageFrame(pdfium: Pdfium, scratch: Scratch, page: number, turns: number): PageFrame {
  const width = pdfium.FPDF_GetPageWidthF(page);
  const height = pdfium.FPDF_GetPageHeightF(page);
  const extraTurns = (turns - pdfium.FPDFPage_GetRotation(page) + 4) % 4;
  const sideways = extraTurns % 2 === 1;
  // The visible box: the crop box within the media box, also when a parent of the page declares them.
  let [left, bottom, innerWidth, innerHeight] = [0, 0, width, height];
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.at(0))) {
    // A rectangle of PDFium is left, top, right, bottom.
    [left, bottom] = [scratch.float32(0), scratch.float32(3)];
    [innerWidth, innerHeight] = [scratch.float32(2) - left, scratch.float32(1) - bottom];
  }
  const point = (pageX: number, pageY: number): readonly [number, number] => {
    const [x, y] = [pageX - left, pageY - bottom];
    if (turns === 0) return [x, innerHeight - y];
    if (turns === 1) return [y, x];
    if (turns === 2) return [innerWidth - x, y];
    return [innerHeight - y, innerWidth - x];
  };
  const [frameWidth, frameHeight] = sideways ? [height, width] : [width, height];
  return {
    width: frameWidth,
    height: frameHeight,
    turns,
    paper: turnedPaper(frameWidth, frameHeight, extraTurns),
    point,
    box: (l, b, r, t) => {
      const [ax, ay] = point(l, b);
      const [bx, by] = point(r, t);
      return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) };
    },
  };
}
