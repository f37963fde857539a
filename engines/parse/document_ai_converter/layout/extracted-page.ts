/** Converts a scanned page to the form of a page with a text layer, so that one layout serves both. */

import type { Rule } from '../../pages/page/drawings.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';
import { recognizedWord } from '../../pages/page/word.ts';
import type { Word } from '../../pages/page/word.ts';
import type { ScanLine } from '../lines/scan-line.ts';
import type { LineStyle } from '../lines/sizes.ts';
import type { ScannedPage } from '../page/scan-page.ts';
import { pointsPerPixel, sheetOf } from './sheet.ts';

/** Share of an em above and below the baseline, as for words of a PDF (`pages/pdf/growing-word.ts`). */
const ASCENT = 0.8;
const DESCENT = 0.2;

/** Names of the two fonts that are distinguished: larger lines in the heavier one become headings. */
const FONT = 'scanned';
const HEAVIER_FONT = 'scanned-heavier';

export function extractedPage(page: ScannedPage, styles: ReadonlyMap<ScanLine, LineStyle>): ExtractedPage {
  const points = pointsPerPixel(page);
  const drawn = ({ at, from, to }: Rule): Rule => ({ at: at * points, from: from * points, to: to * points });
  return {
    width: page.width * points,
    height: page.height * points,
    words: page.lines.flatMap((line) => {
      const style = styles.get(line);
      return style === undefined ? [] : wordsOf(line, style, points);
    }),
    rotated: [],
    unmapped: 0,
    drawings: {
      horizontal: page.rules.horizontal.map(drawn),
      vertical: page.rules.vertical.map(drawn),
      rectangles: [],
      imageShare: 0,
    },
    structure: null,
    paper: sheetOf(page),
  };
}

function wordsOf(line: ScanLine, style: LineStyle, points: number): Word[] {
  const { fontSize } = style;
  const baseline = line.baseline * points;
  const font = style.heavier ? HEAVIER_FONT : FONT;
  return line.words.map(({ text, x0, x1 }) =>
    recognizedWord({
      text,
      x0: x0 * points,
      x1: x1 * points,
      y0: baseline - fontSize * ASCENT,
      y1: baseline + fontSize * DESCENT,
      baseline,
      fontSize,
      bold: style.bold,
      font,
      confidence: line.confidence,
    }),
  );
}
