/** A page as it is displayed. The layout may read it turned or straightened. */

import type { Box } from './geometry.ts';

/** In points. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  /** The box on the displayed page, of one on the page as it is read. */
  readonly box: (box: Box) => Box;
}

/** The paper of a page that is read as it is displayed. */
export const samePaper = (width: number, height: number): Paper => ({ width, height, box: (box) => box });

/**
 * The paper of a page that is read after it was turned clockwise by quarter `turns`; `width` and `height` are those of
 * the turned page.
 */
export function turnedPaper(width: number, height: number, turns: number): Paper {
  let paper = samePaper(width, height);
  for (let turn = 0; turn < turns; turn++) paper = turnedBack(paper);
  return paper;
}

/** The paper, turned counterclockwise. */
function turnedBack({ width, height, box }: Paper): Paper {
  return {
    width: height,
    height: width,
    box: (read) => {
      const { x0, y0, x1, y1 } = box(read);
      return { x0: y0, y0: width - x1, x1: y1, y1: width - x0 };
    },
  };
}
