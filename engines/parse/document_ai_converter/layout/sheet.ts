/**
 * The sheet that a page was scanned from: as it is displayed, before it was turned, straightened and split into pages.
 */

import { bounds } from '../../pages/page/geometry.ts';
import { turnedPaper } from '../../pages/page/paper.ts';
import type { Paper } from '../../pages/page/paper.ts';
import type { ScannedPage } from '../page/scan-page.ts';

const POINTS_PER_INCH = 72;

export const pointsPerPixel = ({ dpi }: Pick<ScannedPage, 'dpi'>): number => POINTS_PER_INCH / dpi;

/** Boxes of a page whose lines fanned out are as if all of it had the mean tilt. */
export function sheetOf(page: Pick<ScannedPage, 'dpi' | 'left' | 'sheetWidth' | 'height' | 'turn' | 'skew'>): Paper {
  const points = pointsPerPixel(page);
  const [width, height, left] = [page.sheetWidth * points, page.height * points, page.left * points];
  const turned = turnedPaper(width, height, page.turn / 90);
  const [cosine, sine] = [Math.cos((page.skew * Math.PI) / 180), Math.sin((page.skew * Math.PI) / 180)];
  // The tilt was removed about the middle of the sheet, and half a turn does not change it.
  const tilted = (x: number, y: number) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const [atX, atY] = [cosine * dx - sine * dy + width / 2, sine * dx + cosine * dy + height / 2];
    return { x0: atX, y0: atY, x1: atX, y1: atY };
  };
  return {
    ...turned,
    box: ({ x0, y0, x1, y1 }) => {
      const corners = [x0 + left, x1 + left].flatMap((x) => [tilted(x, y0), tilted(x, y1)]);
      return turned.box(bounds(corners));
    },
  };
}
