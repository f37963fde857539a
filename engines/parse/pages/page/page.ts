/** The page model of the stages after reading, for pages with a text layer and for recognized pages. */

import type { Drawings } from './drawings.ts';
import type { Paper } from './paper.ts';
import type { PageStructure } from './structure.ts';
import type { Word } from './word.ts';

/** In points, from the upper left corner of the upright page. */
export interface ExtractedPage {
  readonly width: number;
  readonly height: number;
  /** In content order. */
  readonly words: readonly Word[];
  /** Text that runs in another direction than most of the page. */
  readonly rotated: readonly Word[];
  /** Number of drawn characters that the file gives no meaning; some of them are in no word. */
  readonly unmapped: number;
  readonly drawings: Drawings;
  /** `null` when the page is not tagged. */
  readonly structure: PageStructure | null;
  readonly paper: Paper;
}

/** A page by its number, from 1; `page` is `null` when it cannot be read. */
export interface NumberedPage {
  readonly number: number;
  readonly page: ExtractedPage | null;
}
