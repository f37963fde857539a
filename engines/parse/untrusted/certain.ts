/**
 * Finds code that every Markdown renderer treats as code, however it nests lists, quotes and tables. Works on lines,
 * without a parser.
 */
import { linesOf } from '../../text/markdown/lines.ts';
import type { Line } from '../../text/markdown/lines.ts';
import type { Span } from '../../text/span.ts';
import { skip } from './scan.ts';

/** Characters that some renderers treat as line ends or white space and others as text. */
const DOUBTFUL = /[\u0085\u2028\u2029\ufeff\v\f]|^[^\S \t]|[^\S \t]$/;
/** Markers of quotes, list items, tasks and footnotes at the start of a line. */
const MARKS = /[ \t>*+\-\d.)[\]xX]*(?:\^[^\][\s]+\]:[ \t>*+\-\d.)[\]xX]*)*/y;
/**
 * A paragraph line or heading that cannot belong to a container: no marker of a list, quote, table or definition, no
 * HTML.
 */
const PLAIN = /^(?:#{1,6} +[\p{L}\p{N}]|\*\*?(?=[\p{L}\p{N}])|(?!\d+[.)])[\p{L}\p{N}"'(])[^|]*$/u;
const FENCE = /^(`{3,}|~{3,})[^`~]*$/;
const INDENTED = /^ {4}/;
/** Allowed HTML that continues over blank lines. */
const LONG_HTML = /<!--|<pre/gi;
const BLANK_LINE = /\n[ \t]*(?:\n|$)/g;
const LINE_END = /[\n\u0085\u2028\u2029\v\f]/;

/** The fence of a document that consists of one fence; `null` for any other. Only line feeds end lines. */
export function onlyFence(text: string): Span | null {
  const firstEnd = text.indexOf('\n');
  const first = text.slice(0, Math.max(firstEnd, 0));
  const [, fence] = FENCE.exec(first) ?? [];
  if (fence === undefined || isDoubtfulOpening(first)) return null;
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  const lastStart = text.lastIndexOf('\n', end - 1) + 1;
  if (lastStart <= firstEnd || !closes(text.slice(lastStart, end), fence, 0)) return null;
  return mayClose(text.slice(firstEnd + 1, lastStart), fence) ? null : { start: 0, end: text.length };
}

/** Fenced and indented code outside all containers, and code spans within one line; ascending. */
export function certainCode(text: string): Span[] {
  const lines = [...linesOf(text)];
  const certain: Span[] = [];
  const endOfLongHtml = longHtmlOf(text);
  /** Whether all renderers agree so far on whether the next fence opens or closes. */
  let areFencesCertain = true;
  /** Whether no list, quote or footnote is open that indented text could belong to. */
  let isPlainBefore = true;
  let index = 0;
  const skipTo = (end: number): void => {
    for (let line = lines[index]; line !== undefined && line.start < end; line = lines[++index]) {
      areFencesCertain &&= !beginsFence(line.text);
    }
  };
  while (index < lines.length) {
    const chunk = chunkAt(lines, index);
    const [first, last] = [chunk[0], chunk.at(-1)];
    const opening = lines[index + chunk.length];
    const hasFence = opening !== undefined && beginsFence(opening.text);
    const isPlain = chunk.every(isPlainLine);
    if (first !== undefined && last !== undefined) {
      const spans = spansOf(chunk);
      const htmlEnd = endOfLongHtml(first.start, last.end, spans);
      if (htmlEnd > 0) {
        skipTo(htmlEnd);
        isPlainBefore = false;
        continue;
      }
      if (isPlainBefore && !hasFence && chunk.every(isIndented)) {
        certain.push({ start: first.start, end: last.end });
      } else {
        certain.push(...spans);
        isPlainBefore = isPlain;
      }
    }
    index += chunk.length;
    if (!hasFence) {
      index++;
      continue;
    }
    const isDoubtful = chunk.some(({ text: line }) => beginsHtml(line) || DOUBTFUL.test(line));
    const fence = areFencesCertain && !isDoubtful ? fenceAt(lines, index) : null;
    if (fence === null) {
      isPlainBefore = false;
      skipTo(endOfChunk(text, opening.start));
    } else {
      if (isPlain && fence.isCertain) certain.push(fence);
      else isPlainBefore = false;
      index += fence.lines;
    }
  }
  return certain;
}

/** The lines that no renderer treats as part of an HTML block, in which an escape would be visible. */
export function linesOutsideHtml(text: string): Span[] {
  let isInHtml = false;
  return Array.from(linesOf(text)).filter(({ text: line }) => {
    isInHtml = beginsHtml(line) || (isInHtml && line.trim() !== '');
    return !isInHtml;
  });
}

/** The lines from here to a blank line or the start of a fence. */
function chunkAt(lines: readonly Line[], from: number): Line[] {
  let end = from;
  for (let line = lines[end]; line !== undefined && !/^[ \t]*$/.test(line.text); line = lines[++end]) {
    if (beginsFence(line.text)) break;
  }
  return lines.slice(from, end);
}

function endOfChunk(text: string, from: number): number {
  BLANK_LINE.lastIndex = from;
  return BLANK_LINE.exec(text)?.index ?? text.length;
}

const behindMarks = (line: string): number => skip(MARKS, line, 0);
const beginsFence = (line: string): boolean => /^(?:`{3}|~{3})/.test(line.slice(behindMarks(line)));
const beginsHtml = (line: string): boolean => line[behindMarks(line)] === '<';
const isIndented = ({ text }: Line): boolean => INDENTED.test(text) && !DOUBTFUL.test(text);
const isDoubtfulOpening = (line: string): boolean => line.includes('\t') || DOUBTFUL.test(line);
const closes = (line: string, fence: string, column: number): boolean =>
  line.startsWith(fence, column) && /^ *$/.test(line.slice(column + fence.length));
const isPlainLine = ({ text }: Line): boolean =>
  PLAIN.test(text) && !DOUBTFUL.test(text) && !text.includes(']:') && spansOfLine(text) !== null;

interface Fence extends Span {
  readonly lines: number;
  /** Whether it is outside all containers and its first line is unambiguous. */
  readonly isCertain: boolean;
}

/**
 * The fence that starts in this line; `null` when its end is ambiguous. Its last line must have the same run of
 * markers in the same column, and no earlier line may qualify as the last.
 */
function fenceAt(lines: readonly Line[], from: number): Fence | null {
  const { text: opening, start } = lines[from] ?? { text: '', start: 0 };
  const column = behindMarks(opening);
  const [, fence] = FENCE.exec(opening.slice(column)) ?? [];
  if (fence === undefined || opening.lastIndexOf('\t', column) >= 0) return null;
  for (let at = from + 1; at < lines.length; at++) {
    const { text: line, end } = lines[at] ?? { text: '', end: 0 };
    const indent = behindMarks(line);
    if (indent === column && closes(line, fence, column)) {
      return { start, end, lines: at - from + 1, isCertain: column === 0 && !isDoubtfulOpening(opening) };
    }
    if (mayClose(line, fence) || (indent < column && line.trim() !== '')) return null;
  }
  return null;
}

/** Whether some renderer may treat this line as the end of the code. */
function mayClose(code: string, fence: string): boolean {
  return code.split(LINE_END).some((line) => {
    const rest = line.slice(behindMarks(line)).trim();
    return rest.startsWith(fence) && /^[`~\s]*$/.test(rest);
  });
}

/**
 * The code spans of lines that may be one paragraph or several; none if a backtick may pair with one on another line.
 */
function spansOf(chunk: readonly Line[]): Span[] {
  const spans: Span[] = [];
  for (const { text, start } of chunk) {
    const found = DOUBTFUL.test(text) || beginsHtml(text) ? null : spansOfLine(text);
    if (found === null) return [];
    for (const span of found) spans.push({ start: start + span.start, end: start + span.end });
  }
  return spans;
}

/**
 * Code between runs of backticks, paired from left to right; `null` if one is unpaired, escaped or of a different
 * length.
 */
function spansOfLine(line: string): Span[] | null {
  const runs = [...line.matchAll(/\\?`+/g)];
  const spans: Span[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const [open, close] = [runs[at], runs[at + 1]];
    if (open === undefined || close === undefined || open[0] !== close[0] || open[0].startsWith('\\')) return null;
    const span = { start: open.index, end: close.index + close[0].length };
    // A bar separates cells before code is parsed.
    if (!line.slice(span.start, span.end).includes('|')) spans.push(span);
  }
  return spans;
}

/**
 * Finds the end of the chunk that contains the end of the last comment or preformatted text starting in a chunk; 0
 * without any. Must be called for chunks in ascending order.
 */
function longHtmlOf(text: string): (start: number, chunkEnd: number, spans: readonly Span[]) => number {
  const begins = [...text.matchAll(LONG_HTML)];
  let next = 0;
  return (start, chunkEnd, spans) => {
    let from = start;
    let limit = chunkEnd;
    let hasAny = false;
    let span = 0;
    for (let begin = begins[next]; begin !== undefined && begin.index < limit; begin = begins[++next]) {
      const at = begin.index;
      while ((spans[span]?.end ?? Infinity) <= at) span++;
      if (at < from || (spans[span]?.start ?? Infinity) <= at) continue;
      hasAny = true;
      from = text.indexOf(begin[0] === '<!--' ? '-->' : '</pre>', at);
      if (from < 0) return text.length + 1;
      if (from > limit) limit = endOfChunk(text, from);
    }
    return hasAny ? limit : 0;
  };
}
