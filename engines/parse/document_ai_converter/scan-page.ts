/** One picture of a page to lines of text and drawn lines. */

import type { Models } from './models.ts';
import { isLegible } from './quality.ts';
import type { Raster } from './raster.ts';
import type { RecognisedLine } from './recognition.ts';
import { findRules, withoutStrokes } from './rules.ts';
import type { Rules } from './rules.ts';
import { scanLine } from './scan-line.ts';
import type { ScanLine } from './scan-line.ts';
import { straighten } from './skew.ts';
import { withoutSpecks } from './specks.ts';
import { readUpright } from './upright.ts';

export interface ScannedPage {
  /** In pixels, as the page is read. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly lines: readonly ScanLine[];
  readonly rules: Rules;
  /** Clockwise turn that made the page upright, in degrees, and the tilt that was taken out. */
  readonly turn: number;
  readonly skew: number;
  /** All that was detected, the lines that were dropped included. */
  readonly detected: readonly RecognisedLine[];
}

export async function scanPage({ detect, recognise }: Models, picture: Raster): Promise<ScannedPage> {
  const straight = straighten(withoutSpecks(picture));
  const boxes = await detect(straight.raster);
  const { raster, flipped, lines: detected } = await readUpright(recognise, straight.raster, boxes);
  const rules = withoutStrokes(
    findRules(raster),
    detected.filter(({ characters }) => characters.length > 0),
  );
  const lines = detected.flatMap((line) => {
    const scanned = isLegible(line) ? scanLine(raster, line, rules) : null;
    return scanned === null || scanned.words.length === 0 ? [] : [scanned];
  });
  return {
    width: raster.width,
    height: raster.height,
    dpi: raster.dpi,
    lines,
    rules,
    turn: (straight.turned ? 90 : 0) + (flipped ? 180 : 0),
    skew: straight.skew,
    detected,
  };
}
