/** Drawn lines, filled rectangles and images of a page. Ruled tables are found from them. */

import type { Box } from './geometry.ts';

/** A horizontal or vertical line: `at` is its constant coordinate, `from` and `to` its ends on the other axis. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Drawings {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
  readonly rectangles: readonly Box[];
  /** Share of the page that images cover, 0 to 1. */
  readonly imageShare: number;
}
