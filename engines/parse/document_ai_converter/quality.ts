/** How far a recognised page can be trusted, and whether its script can be read at all. */

import type { PageQuality } from '../types.ts';
import { MIN_CONFIDENCE } from './scan-page.ts';
import type { ScannedPage } from './scan-page.ts';

/** Below, letters are made of too few pixels. */
const LOW_DPI = 120;
/** A tilt worth telling, in degrees. */
const TILT = 0.5;
/** A line that was kept but is not sure. */
const SURE = 0.85;

export function pageQuality(page: number, scan: ScannedPage, because: string): PageQuality {
  const { detected } = scan;
  const characters = detected.reduce((sum, line) => sum + line.characters.length, 0);
  const certain = detected.reduce(
    (sum, line) => sum + (line.confidence < MIN_CONFIDENCE ? 0 : line.characters.length * line.confidence),
    0,
  );
  const dropped = detected.filter((line) => line.characters.length > 0 && line.confidence < MIN_CONFIDENCE).length;
  const unsure = scan.lines.filter((line) => line.confidence < SURE).length;
  const reasons = [
    because,
    ...(scan.turn === 0 ? [] : [`turned by ${scan.turn}°`]),
    ...(Math.abs(scan.skew) < TILT ? [] : [`skewed by ${Math.abs(scan.skew).toFixed(1)}°`]),
    ...(scan.dpi < LOW_DPI ? [`low resolution, about ${Math.round(scan.dpi)} dpi`] : []),
    ...(unsure === 0 ? [] : [`${unsure} of ${scan.lines.length} lines are hard to read`]),
    ...(dropped === 0 ? [] : [`${dropped} of ${detected.length} regions were left out as unreadable`]),
  ];
  const confidence = characters === 0 ? 1 : certain / characters;
  return { page, ocr: true, confidence: Math.round(confidence * 1000) / 1000, reasons };
}

/** Enough text to judge: the sum of widths of regions over their heights. */
const MIN_TEXT = 20;
/** Characters on a length of one height: Latin letters come to about 1.5, ideographs to 0.7. */
const MIN_DENSITY = 0.3;

/** Whether a page is full of what looks like text but was hardly read: its script is not one that the models know. */
export function isUnknownScript({ detected }: ScannedPage): boolean {
  const regions = detected.filter(({ x0, y0, x1, y1 }) => x1 - x0 > 1.5 * (y1 - y0));
  const lengths = regions.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) / (y1 - y0), 0);
  const read = regions.reduce(
    (sum, line) => sum + (line.confidence < MIN_CONFIDENCE ? 0 : (line.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0)),
    0,
  );
  return lengths >= MIN_TEXT && read < MIN_DENSITY * lengths;
}
