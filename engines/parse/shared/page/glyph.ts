/** A character as a PDF draws it. */

import type { Box } from './geometry.ts';

/** What all characters of one text object share. */
export interface TextStyle {
  /** PostScript name without the subset prefix. */
  readonly font: string;
  readonly bold: boolean;
  /** Monospaced by the font's own account; {@link MonospaceFonts} also measures. */
  readonly mono: boolean;
  /** Marked-content id that ties the text to the structure tree; -1 is none. */
  readonly mcid: number;
  /** Neither filled nor stroked: the text that lies behind a scan. */
  readonly invisible: boolean;
  /** In points, the text matrix applied. */
  readonly fontSize: number;
  /** In whole degrees counterclockwise, in the page's own coordinates. */
  readonly direction: number;
}

/** One character. Its box is the loose one (advance width, font height); the ink is where it is really drawn. */
export interface Glyph extends Box {
  readonly text: string;
  readonly blank: boolean;
  readonly rightToLeft: boolean;
  readonly inkX0: number;
  readonly inkX1: number;
  readonly originX: number;
  readonly baseline: number;
  /** Direction of its line in degrees, against that of most of the page: 0 is upright. */
  readonly angle: number;
  readonly style: TextStyle;
}

/** Characters in content order; `null` is a space that PDFium put into a gap although the file has none. */
export type GlyphRun = readonly (Glyph | null)[];
