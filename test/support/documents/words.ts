/** Words and pages made for a test, in points from the upper left corner, as the stages after reading take them. */
import type { Rule } from '../../../engines/parse/pages/page/drawings.ts';
import type { ExtractedPage } from '../../../engines/parse/pages/page/page.ts';
import { samePaper } from '../../../engines/parse/pages/page/paper.ts';
import { recognizedWord } from '../../../engines/parse/pages/page/word.ts';
import type { Word } from '../../../engines/parse/pages/page/word.ts';
import type { DocumentStyle } from '../../../engines/parse/pages/survey/document-style.ts';

interface Look {
  readonly size: number;
  readonly bold: boolean;
  readonly font: string;
}

/** Half an em a letter, a third of an em between words: `x` is the left edge, `baseline` the baseline. */
export function wordsOf(text: string, x: number, baseline: number, look: Partial<Look> = {}): Word[] {
  const { size, bold, font } = { size: 10, bold: false, font: 'body', ...look };
  let x0 = x;
  return text.split(' ').map((part) => {
    const x1 = x0 + (part.length * size) / 2;
    const box = { x0, x1, y0: baseline - 0.8 * size, y1: baseline + 0.2 * size };
    x0 = x1 + size / 3;
    return recognizedWord({ ...box, text: part, baseline, fontSize: size, bold, font, confidence: 1 });
  });
}

/** Lines below each other, 1.2 em apart. */
export const linesOf = (texts: readonly string[], x: number, top: number, look: Partial<Look> = {}): Word[] =>
  texts.flatMap((text, index) => wordsOf(text, x, top + index * 1.2 * (look.size ?? 10), look));

/** Cells whose columns start at `xs` and whose rows are on `baselines`; an empty text is no cell. */
export const cellsOf = (
  rows: readonly (readonly string[])[],
  xs: readonly number[],
  baselines: readonly number[],
  look: Partial<Look> = {},
): Word[] =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column) => (text === '' ? [] : wordsOf(text, xs[column] ?? 0, baselines[index] ?? 0, look))),
  );

/** The rules of a grid with edges at `xs` and `ys`. */
export const ruledGrid = (
  xs: readonly number[],
  ys: readonly number[],
): { readonly horizontal: Rule[]; readonly vertical: Rule[] } => ({
  horizontal: ys.map((at) => ({ at, from: Math.min(...xs), to: Math.max(...xs) })),
  vertical: xs.map((at) => ({ at, from: Math.min(...ys), to: Math.max(...ys) })),
});

/** An untagged page of 612 × 792 points. */
export const pageOf = (words: readonly Word[], more: Partial<ExtractedPage> = {}): ExtractedPage => ({
  width: 612,
  height: 792,
  words,
  rotated: [],
  unmapped: 0,
  drawings: { horizontal: [], vertical: [], rectangles: [], imageShare: 0 },
  structure: null,
  paper: samePaper(612, 792),
  ...more,
});

/** Of a document in 10 points without code, outline or running heads. */
export const STYLE: DocumentStyle = {
  bodySize: 10,
  bodyFont: 'body',
  mostlyBold: false,
  rareFonts: new Set(),
  outline: new Map(),
  monoFonts: new Map(),
  hasCode: true,
  runningLines: new Set(),
  isOnePage: false,
  vocabulary: new Set(),
};

export const textsOf = (lines: readonly { readonly words: readonly Word[] }[]): string[] =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' '));
