/** Reads a picture whose lines run horizontally, upright or upside down. */

import type { RecognizeLines } from '../inference/models.ts';
import type { ScriptModel } from '../models/tesseract.ts';
import { turnHalf } from '../raster/raster.ts';
import type { PixelBox, Raster } from '../raster/raster.ts';
import type { RecognizedLine } from '../recognition/recognition.ts';

export interface UprightLines {
  readonly raster: Raster;
  readonly flipped: boolean;
  readonly lines: readonly RecognizedLine[];
  /** The model of another script that read lines of the page. */
  readonly model?: ScriptModel;
}

/** Number of lines probed to find which way up a page is; those nearest to this ratio of width to height are used. */
const PROBES = 6; // no page is turned by one line alone
const PROBE_RATIO = 10; // a line of some 20 characters: long enough to tell, and cheap
const MIN_PROBE_RATIO = 2; // shorter boxes may be single letters
/** Mean confidence from which the page is not tried upside down. */
const SURE = 0.93; // test “a page that reads well is not tried upside down”
/** Shorter lines count less. */
const FULL_LENGTH = 5; // a few letters may look alike upside down

/** Reads the text in the boxes, and turns the picture by 180° if it reads better that way. */
export async function readUpright(
  recognize: RecognizeLines,
  raster: Raster,
  boxes: readonly PixelBox[],
): Promise<UprightLines> {
  const { probes, others } = chooseProbes(boxes, PROBES);
  const read = await recognize(raster, probes);
  if (score(read) < SURE * probes.length) {
    const turned = turnHalf(raster);
    const turnedProbes = probes.map((box) => turnedBox(box, raster));
    const readTurned = await recognize(turned, turnedProbes);
    if (score(readTurned) > score(read)) {
      const rest = others.map((box) => turnedBox(box, raster));
      return { raster: turned, flipped: true, lines: [...readTurned, ...(await recognize(turned, rest))] };
    }
  }
  return { raster, flipped: false, lines: [...read, ...(await recognize(raster, others))] };
}

/** The `count` boxes that are most like lines of some 20 characters, and the others. */
export function chooseProbes(boxes: readonly PixelBox[], count: number): { probes: PixelBox[]; others: PixelBox[] } {
  const ratio = ({ x0, y0, x1, y1 }: PixelBox): number => (x1 - x0) / (y1 - y0);
  const probes = boxes
    .filter((box) => ratio(box) > MIN_PROBE_RATIO)
    .sort((a, b) => Math.abs(ratio(a) - PROBE_RATIO) - Math.abs(ratio(b) - PROBE_RATIO))
    .slice(0, count);
  return { probes, others: boxes.filter((box) => !probes.includes(box)) };
}

const score = (lines: readonly RecognizedLine[]): number =>
  lines.reduce((sum, line) => sum + line.confidence * Math.min(1, line.characters.length / FULL_LENGTH), 0);

/** The box after its picture was turned by 180°. */
export const turnedBox = ({ x0, y0, x1, y1 }: PixelBox, { width, height }: Raster): PixelBox => ({
  x0: width - x1,
  y0: height - y1,
  x1: width - x0,
  y1: height - y0,
});
