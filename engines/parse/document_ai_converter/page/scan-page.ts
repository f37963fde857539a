/** Reads the picture of a page: lines of text and drawn lines. */

import type { Models } from '../inference/models.ts';
import { scanLine } from '../lines/scan-line.ts';
import type { ScanLine } from '../lines/scan-line.ts';
import type { ScriptModel } from '../models/tesseract.ts';
import type { Raster } from '../raster/raster.ts';
import { findRules, withoutStrokes } from '../raster/rules.ts';
import type { Rules } from '../raster/rules.ts';
import { straighten, straightenOtherwise } from '../raster/skew.ts';
import type { Straightened } from '../raster/skew.ts';
import { withoutSpecks } from '../raster/specks.ts';
import { isLegible } from '../recognition/line-legibility.ts';
import type { RecognizedLine } from '../recognition/recognition.ts';
import { withOtherScript } from './other-script.ts';
import { readUpright } from './upright.ts';
import type { UprightLines } from './upright.ts';

export interface ScannedPage {
  /** In pixels, of the upright page. */
  readonly width: number;
  readonly height: number;
  /** Where it begins on the sheet, and the width of that: a spread has two pages on a sheet. */
  readonly left: number;
  readonly sheetWidth: number;
  readonly dpi: number;
  readonly lines: readonly ScanLine[];
  readonly rules: Rules;
  /** Clockwise turn that made the page upright, in degrees, and the tilt that was removed. */
  readonly turn: number;
  readonly skew: number;
  /** All detected lines, including dropped ones. */
  readonly detected: readonly RecognizedLine[];
  /** The model of another script that read lines of the page. */
  readonly model: ScriptModel | null;
}

export async function scanPage(models: Models, picture: Raster): Promise<ScannedPage> {
  const { straight, ...read } = await readStraight(models, withoutSpecks(picture));
  const { raster, flipped, lines: detected, model } = await withOtherScript(models, read);
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
    left: 0,
    sheetWidth: raster.width,
    dpi: raster.dpi,
    lines,
    rules,
    turn: (straight.turned ? 90 : 0) + (flipped ? 180 : 0),
    skew: straight.skew,
    detected,
    model: model ?? null,
  };
}

/** If less of a page with text can be read, its lines run the other way: edges of paper and pictures can mislead. */
const MIN_READ = 0.6; // well below what any page that is read reaches (`MIN_MEAN_CONFIDENCE` in line-legibility.ts)

/** Reads the page in the direction in which its lines seem to run, and in the other one if that gives little. */
async function readStraight({ detect, recognize }: Models, picture: Raster): Promise<StraightLines> {
  const read = async (straight: Straightened): Promise<StraightLines> => ({
    straight,
    ...(await readUpright(recognize, straight.raster, await detect(straight.raster))),
  });
  const first = await read(straighten(picture));
  if (first.lines.length === 0 || shareRead(first.lines) >= MIN_READ) return first;
  const other = await read(straightenOtherwise(picture, first.straight));
  return shareRead(other.lines) > shareRead(first.lines) ? other : first;
}

interface StraightLines extends UprightLines {
  readonly straight: Straightened;
}

/** Mean confidence, weighted by the size of each line. */
function shareRead(lines: readonly RecognizedLine[]): number {
  const area = ({ x0, y0, x1, y1 }: RecognizedLine): number => (x1 - x0) * (y1 - y0);
  const total = lines.reduce((sum, line) => sum + area(line), 0);
  return lines.reduce((sum, line) => sum + area(line) * line.confidence, 0) / Math.max(1, total);
}
