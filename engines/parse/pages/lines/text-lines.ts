/** Groups words into lines across columns, and splits lines into segments at wide gaps. */

import { bounds, heaviest, sum } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';

export interface TextLine extends Box {
  /** From left to right. */
  readonly words: readonly Word[];
  readonly baseline: number;
  /** The size of most of its characters. */
  readonly fontSize: number;
  /** Number of characters. */
  readonly length: number;
}

/** Words without a wide gap between them. */
export interface Segment {
  readonly words: readonly Word[];
  readonly x0: number;
  readonly x1: number;
}

/** Number of recent lines that are checked for each word. */
const LOOK_BACK = 6; // no sample between 3 and 11: it bounds the search: baselines of other columns may fall between
/** Minimum overlap, as a share of the smaller height, and maximum distance of baselines in em, within a line. */
const MIN_OVERLAP = 0.5; // scanned: −.026 at .4, +.151 at .625
const MAX_BASELINE_DISTANCE = 0.6; // col_three_left: +.039 at .48, other text at .75
/** A word larger than the line so far by this factor sets its baseline. */
const LARGER = 1.05; // pdfa_038: +.003 at .84, −.018 at 1.3125
/**
 * Two words below each other by this much, in em, are on two lines, although a larger word is within reach of both: one
 * that stands apart by this much, in em, such as a heading of the next column, or that is larger by this factor, such
 * as a brace or a drop cap. Other larger words have subscripts and superscripts.
 */
const STACKED = 0.7; // test “keeps two lines apart that a larger word is beside” (fails at 1.4)
const APART = 1; // test “keeps two lines apart that a larger word is beside”; scripts touch their letter
const MUCH_LARGER = 2.5; // test “keeps two lines apart that a larger word is beside”; scripts have half the size of their letter
const SAME_BASELINE = 0.2; // no sample between .1 and .4: less than a subscript is lowered
/** Minimum font size, in points, for measuring gaps: tiny print would fall apart. */
const MIN_SIZE_OF_GAP = 4; // pdfa_028: same at 3, other text at 5

/** How far words on one baseline reach. */
interface Reach {
  readonly baseline: number;
  readonly fontSize: number;
  x0: number;
  x1: number;
}

interface Growing {
  readonly words: Word[];
  /** Its largest words, and the uppermost of the others. */
  main: Reach;
  rest: Reach | null;
  baseline: number;
  y0: number;
  y1: number;
  fontSize: number;
}

/** Lines from top to bottom. */
export function textLinesOf(words: readonly Word[]): TextLine[] {
  const lines: Growing[] = [];
  for (const word of [...words].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const line = lines.slice(-LOOK_BACK).findLast((candidate) => belongs(word, candidate));
    const { baseline, x0, x1, y0, y1, fontSize } = word;
    const reach = { baseline, fontSize, x0, x1 };
    if (line === undefined) {
      lines.push({ words: [word], main: reach, rest: null, baseline, y0, y1, fontSize });
      continue;
    }
    line.words.push(word);
    // The largest word sets the baseline: small ones may be raised.
    if (fontSize > line.fontSize * LARGER) {
      line.baseline = baseline;
      line.fontSize = fontSize;
      line.rest = line.main;
      line.main = reach;
    } else if (!extended(line.main, reach) && (line.rest === null || !extended(line.rest, reach))) {
      if (line.rest === null || fontSize > line.rest.fontSize * LARGER) line.rest = reach;
    }
    line.y0 = Math.min(line.y0, word.y0);
    line.y1 = Math.max(line.y1, word.y1);
  }
  return lines.map(finish).sort((a, b) => a.baseline - b.baseline);
}

function belongs(word: Word, line: Growing): boolean {
  const overlap = Math.min(word.y1, line.y1) - Math.max(word.y0, line.y0);
  return (
    overlap > MIN_OVERLAP * Math.min(word.y1 - word.y0, line.y1 - line.y0) &&
    Math.abs(word.baseline - line.baseline) < MAX_BASELINE_DISTANCE * Math.max(word.fontSize, line.fontSize) &&
    !isStacked(word, line)
  );
}

/** Whether `more` is of the same size and baseline, and has been added. */
function extended(reach: Reach, more: Reach): boolean {
  if (more.baseline - reach.baseline >= SAME_BASELINE * more.fontSize) return false;
  if (Math.max(more.fontSize, reach.fontSize) > LARGER * Math.min(more.fontSize, reach.fontSize)) return false;
  reach.x0 = Math.min(reach.x0, more.x0);
  reach.x1 = Math.max(reach.x1, more.x1);
  return true;
}

function isStacked({ baseline, x0, x1, fontSize }: Word, { main, rest }: Growing): boolean {
  if (rest === null || baseline - rest.baseline <= STACKED * fontSize || x0 >= rest.x1 || x1 <= rest.x0) return false;
  return Math.max(main.x0 - rest.x1, rest.x0 - main.x1) > APART * fontSize || main.fontSize > MUCH_LARGER * fontSize;
}

function finish(line: Growing): TextLine {
  const words = line.words.sort((a, b) => a.x0 - b.x0);
  const { x0, x1 } = bounds(words);
  return {
    words,
    x0,
    x1,
    y0: line.y0,
    y1: line.y1,
    baseline: line.baseline,
    fontSize:
      heaviest(
        words,
        (word) => Math.round(word.fontSize * 10) / 10,
        (word) => word.length,
      ) ?? line.fontSize,
    length: sum(words, (word) => word.length),
  };
}

/** Splits a line at gaps of at least `gap` em. */
export function segmentsOf(line: TextLine, gap: number): Segment[] {
  const segments: { words: Word[]; x0: number; x1: number }[] = [];
  for (const word of line.words) {
    const last = segments.at(-1);
    if (last !== undefined && word.x0 - last.x1 < gap * Math.max(word.fontSize, MIN_SIZE_OF_GAP)) {
      last.words.push(word);
      last.x1 = Math.max(last.x1, word.x1);
    } else {
      segments.push({ words: [word], x0: word.x0, x1: word.x1 });
    }
  }
  return segments;
}

/** Maximum distance of a bullet from its text, in em. */
const BULLET_GAP = 2.5; // test “keeps bullets with the texts of their cells” (fails at 1.25 and 5)

/** Like {@link segmentsOf}, but keeps bullets with their texts. */
export function markedSegmentsOf(line: TextLine, gap: number): Segment[] {
  const segments: Segment[] = [];
  for (const segment of segmentsOf(line, gap)) {
    const last = segments.at(-1);
    if (
      last !== undefined &&
      isBullet(last) &&
      !isBullet(segment) &&
      segment.x0 - last.x1 < BULLET_GAP * line.fontSize
    ) {
      segments.splice(-1, 1, { words: [...last.words, ...segment.words], x0: last.x0, x1: segment.x1 });
    } else {
      segments.push(segment);
    }
  }
  return segments;
}

const isBullet = ({ words: [first, second] }: Segment): boolean =>
  second === undefined && /^[•▪●◦○■✓✔✗✘☐☑☒]$/.test(first?.text ?? '');
