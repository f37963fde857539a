/** A page as the stages after reading take it, whether a file described it or a recogniser saw it. */

import type { Drawings } from './drawings.ts';
import type { PageStructure } from './structure.ts';
import type { Word } from './word.ts';

/** In points, from the upper left corner of the page as it is read. */
export interface ExtractedPage {
  readonly width: number;
  readonly height: number;
  /** In content order. */
  readonly words: readonly Word[];
  /** Text that runs along another direction than most of the page. */
  readonly rotated: readonly Word[];
  readonly drawings: Drawings;
  /** `null` when the page is not tagged. */
  readonly structure: PageStructure | null;
}

/** A page by its number, from 1; `page` is `null` when it cannot be read. */
export interface NumberedPage {
  readonly number: number;
  readonly page: ExtractedPage | null;
}
