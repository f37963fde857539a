/** A drawn character of a PDF. */

import type { Box } from './geometry.ts';

/** What all characters of one text object share. */
export interface TextStyle {
  /** PostScript name without the subset prefix. */
  readonly font: string;
  readonly bold: boolean;
  /** Whether the font declares itself monospaced; {@link MonospaceFonts} also measures. */
  readonly mono: boolean;
  /** Marked-content ID that links the text to the structure tree; -1 for none. */
  readonly mcid: number;
  /** Neither filled nor stroked, like the text behind a scan. */
  readonly invisible: boolean;
  /** In points, after the text matrix. */
  readonly fontSize: number;
  /** In whole degrees counterclockwise, in the page's own coordinates. */
  readonly direction: number;
}

/** One character. Its box is the loose one (advance width, font height); the ink is the area actually drawn. */
export interface Glyph extends Box {
  readonly text: string;
  readonly blank: boolean;
  /** The file does not say which character it is: the text is a guess. */
  readonly unmapped: boolean;
  readonly rightToLeft: boolean;
  readonly inkX0: number;
  readonly inkX1: number;
  readonly originX: number;
  readonly baseline: number;
  /** Direction of its line in degrees, relative to most of the page; 0 is upright. */
  readonly angle: number;
  readonly style: TextStyle;
}

export const isControl = ({ text }: Glyph): boolean => (text.codePointAt(0) ?? 0) < 32;

/**
 * Characters whose origins are closer than this, in points, share one place: letters of a ligature, marks of a letter.
 */
export const SAME_ORIGIN = 0.05; // no sample between .025 and .1: equal but for rounding

/** Characters in content order; `null` is a space that PDFium generated for a gap. */
export type GlyphRun = readonly (Glyph | null)[];
