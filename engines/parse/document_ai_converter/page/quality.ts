/** Reports how reliable a recognized page is. */

import type { PageQuality } from '../../documents/types.ts';
import { isLegible } from '../recognition/line-legibility.ts';
import type { ScannedPage } from './scan-page.ts';

/** Below this, letters have too few pixels. */
const LOW_DPI = 120; // x-heights of 10 points fall below 9 pixels
/** Tilt from which it is reported, in degrees. */
const TILT = 0.5; // 5 points over the width of a page
/** Confidence below which a kept line counts as unsure. */
const SURE = 0.85; // reported only: no text depends on it

export function pageQuality(page: number, scan: ScannedPage, because: string): PageQuality {
  const { detected } = scan;
  const characters = detected.reduce((sum, line) => sum + line.characters.length, 0);
  const certain = detected.reduce(
    (sum, line) => sum + (isLegible(line) ? line.characters.length * line.confidence : 0),
    0,
  );
  const dropped = detected.filter((line) => line.characters.length > 0 && !isLegible(line)).length;
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
