/** What a chunk is made of: pieces of a text that are never cut, each with what a cut before it costs. */
import { blocksOf } from '../markdown/blocks.ts';
import type { Block } from '../markdown/blocks.ts';
import { LONGEST_HEADING, headingAt } from '../markdown/headings.ts';
import { linesOf } from '../markdown/lines.ts';
import { sentencesOf, trimmed } from '../sentences.ts';
import type { TextRange } from '../sentences.ts';
import { estimateTokens, exceeds } from '../tokens.ts';

export interface Unit {
  /** UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** What a cut before it costs: 0 between sections, 1 where it tears apart what belongs together. */
  readonly cut: number;
  /** The headings above it, outermost first; a heading is not above itself. */
  readonly path: readonly string[];
  /** The first row of the table that it continues; `null` for everything else. */
  readonly tableHeader: string | null;
}

/**
 * Costs of cuts. Order, not size, decides: a cut before a heading is best, one between blocks is better than one
 * between sentences, and rows and lines are parted only when their block does not fit. The values are those of the
 * prototype that was measured on chunking_evaluation (276 questions); without vectors its sentences cost .5.
 */
const CUT = { heading: -0.1, block: 0.2, sentence: 0.5, item: 0.4, line: 0.9, afterHeading: 2 };

/** A row of a table or a line of code is cut only when it alone is this many times the size of a chunk. */
export const LONGEST_LINE = 8;

/** What prose and lists are cut into; tables and code into lines always. */
export type Pieces = 'sentences' | 'words';

/**
 * The units of a Markdown text. No unit of prose has more than `target` tokens, and no unit at all more than `limit`;
 * characters are bounded alike.
 */
export function unitsOf(markdown: string, target: number, pieces: Pieces = 'sentences', limit = Infinity): Unit[] {
  const units: Unit[] = [];
  const path: { readonly level: number; readonly text: string }[] = [];
  let isBelowHeading = false;
  for (const block of blocksOf(markdown)) {
    if (block.kind === 'heading') while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
    const texts = path.map(({ text }) => text);
    const spans = spansOf(markdown, block, { target, pieces, limit });
    const header = block.kind === 'table' ? firstLine(markdown, block) : null;
    for (const [index, [start, end]] of spans.entries()) {
      const cut = index > 0 ? innerCut(block) : isBelowHeading ? CUT.afterHeading : firstCut(block);
      const tokens = estimateTokens(markdown.slice(start, end));
      units.push({ start, end, tokens, cut, path: texts, tableHeader: index > 0 ? header : null });
    }
    isBelowHeading = block.kind === 'heading';
    if (isBelowHeading) path.push({ level: block.level, text: headingAt(markdown, block.start, block.end) });
  }
  return units;
}

function firstCut({ kind }: Block): number {
  return kind === 'heading' ? CUT.heading : CUT.block;
}

function innerCut({ kind }: Block): number {
  if (kind === 'prose' || kind === 'heading') return CUT.sentence;
  return kind === 'list' ? CUT.item : CUT.line;
}

interface Limits {
  readonly target: number;
  readonly pieces: Pieces;
  readonly limit: number;
}

function spansOf(markdown: string, block: Block, { target, pieces, limit }: Limits): readonly TextRange[] {
  const { kind, start, end } = block;
  const isLines = kind === 'table' || kind === 'code';
  const isProse = kind === 'prose' || kind === 'heading';
  const spans =
    !isLines && pieces === 'words'
      ? wordSpans(markdown, start, end)
      : isProse
        ? sentencesOf(markdown, start, end)
        : lineSpans(markdown, start, end);
  const longest = Math.min(limit, isLines ? LONGEST_LINE * target : target);
  const parts = spans.flatMap((span) => (mayExceed(span, longest) ? divide(markdown, span, longest) : [span]));
  return kind === 'table' ? joinFirst(parts, longest) : parts;
}

/** A token has at least one character: most spans are short enough without a count. */
function mayExceed([start, end]: TextRange, tokens: number): boolean {
  return end - start > tokens;
}

/** The header of a table stays with the line under it. */
function joinFirst(spans: readonly TextRange[], longest: number): readonly TextRange[] {
  const [first, second, ...rest] = spans;
  if (!first || !second || exceeds(longest, 0, first[0], second[1])) return spans;
  return [[first[0], second[1]], ...rest];
}

function lineSpans(text: string, start: number, end: number): TextRange[] {
  const spans: TextRange[] = [];
  // Indentation is part of a line of code.
  for (const line of linesOf(text, start, end)) if (line.text.trim() !== '') spans.push([line.start, line.end]);
  return spans;
}

/** What white space separates. */
function wordSpans(text: string, start: number, end: number): TextRange[] {
  const spans: TextRange[] = [];
  for (let at = start; at < end;) {
    if (isBreak(text.charAt(at))) {
      at++;
      continue;
    }
    let stop = at + 1;
    while (stop < end && !isBreak(text.charAt(stop))) stop++;
    spans.push([at, stop]);
    at = stop;
  }
  return spans;
}

/** Parts of at most `longest` tokens, cut between words where there are any. */
export function divide(text: string, [start, end]: TextRange, longest: number): TextRange[] {
  const parts: TextRange[] = [];
  let partStart = start;
  let tokens = 0;
  for (let at = start; at < end;) {
    let next = at + 1;
    // A word, or as much of it as a chunk holds: no surrogate pair is parted.
    while (next < end && next - at < longest && !isBreak(text.charAt(next))) next++;
    if (next < end && /[\uDC00-\uDFFF]/.test(text.charAt(next))) next++;
    const size = estimateTokens(text.slice(at, next));
    if (at > partStart && exceeds(longest, tokens + size, partStart, next)) {
      const part = trimmed(text, partStart, at);
      if (part) parts.push(part);
      partStart = at;
      tokens = 0;
    }
    tokens += size;
    at = next;
  }
  const last = trimmed(text, partStart, end);
  return last ? [...parts, last] : parts;
}

function isBreak(character: string): boolean {
  return character.trim() === '';
}

/** As much of a first row as of a heading. */
function firstLine(markdown: string, { start, end }: Block): string {
  const { value: line } = linesOf(markdown, start, end).next();
  return line?.text.slice(0, LONGEST_HEADING).trim() ?? '';
}
