/** Finds the parts of Markdown that are rendered verbatim, in which nothing can be a link or HTML. */
import MarkdownIt from 'markdown-it';
import { certainCode, linesOutsideHtml, onlyFence } from './certain.ts';
import { withFootnotes } from '../../text/markdown/footnotes.ts';
import { placesOfLines, withLineFeeds } from '../../text/markdown/lines.ts';
import { partsOfRow } from '../../text/markdown/tables.ts';
import type { Span } from '../../text/span.ts';
import { skip } from './scan.ts';

/** Block parsers: plain CommonMark, with GitHub's tables, and with footnotes, which may hold a block of HTML. */
const DIALECTS = [new MarkdownIt('commonmark'), new MarkdownIt(), withFootnotes(new MarkdownIt({ html: true }))].map(
  (dialect) => dialect.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'], true),
);
const { parseLinkDestination, parseLinkTitle } = new MarkdownIt().helpers;

/** Longer texts are not parsed; apparent links and HTML are neutralised even in their code. */
const MAX_PARSED = 2 * 1024 * 1024;

/**
 * Code blocks, code spans and escaped angle brackets, ascending. Includes only what every renderer treats as such,
 * with or without tables, footnotes and front matter, and however it nests lists and quotes.
 */
export function inertStretches(markdown: string): Span[] {
  // The parser knows only line feeds.
  const text = withLineFeeds(markdown);
  const whole = onlyFence(text);
  if (whole !== null) return [whole];
  if (text.length > MAX_PARSED || hasDoubtfulFence(text)) return [];
  const starts = [0, frontMatterEnd(text)].filter((start, index) => index === 0 || start > 0);
  const readings = starts.flatMap((start) => DIALECTS.map((dialect) => readBlocks(text, start, dialect)));
  const agreed = readings.reduce(intersect);
  const escapes = agreed.filter(({ start, end }) => text.slice(start, end) === '\\<');
  return [...intersect(agreed, certainCode(text)), ...intersect(escapes, linesOutsideHtml(text))].toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  );
}

/** After a label: the gap before the address of a definition, possibly with a line break. */
const ADDRESS_GAP = /[ \t]*(?:\n[ \t>]*)?/y;
const TITLE = /"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)|[^"'(]|$/y;

/** Whether a fence is ambiguous because a preceding link definition may continue into its first line. */
function hasDoubtfulFence(text: string): boolean {
  let addressEnd = 0;
  for (let at = text.indexOf(']:'); at >= 0; at = text.indexOf(']:', at + 2)) {
    if (!mayEndLabel(text, at)) continue;
    const address = skip(ADDRESS_GAP, text, at + 2);
    if (text.startsWith('```', address) || text.startsWith('~~~', address)) return true;
    if (addressEnd < address) addressEnd = skip(/\S*/y, text, address);
    const title = skip(ADDRESS_GAP, text, addressEnd);
    if (title > addressEnd && skip(TITLE, text, title) === title && title < text.length) return true;
  }
  return false;
}

/** Characters that may precede a definition in its line. */
const BEFORE_LABEL = /[ \t>*+\-\d.)]/;

/** Whether a closing bracket may end the label of a definition, which starts a line. */
function mayEndLabel(text: string, at: number): boolean {
  let open = at - 1;
  while (open >= 0 && text[open] !== '[' && text[open] !== ']') open--;
  if (text[at - 1] === '\\' || text[open - 1] === '\\') return true;
  if (text[open] !== '[') return false;
  while (open > 0 && BEFORE_LABEL.test(text.charAt(open - 1))) open--;
  return open === 0 || text[open - 1] === '\n';
}

function frontMatterEnd(text: string): number {
  if (!/^(?:---|\+\+\+)[ \t]*\n/.test(text)) return 0;
  const end = /\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|$)/g.exec(text);
  return end === null ? 0 : end.index + end[0].length;
}

function readBlocks(text: string, start: number, dialect: (typeof DIALECTS)[number]): Span[] {
  const placeOf = placesOfLines(text, start);
  // Renderers with footnotes treat indented text below one as part of it.
  const hasFootnotes = /\[\^[^\][\s]+\]:/.test(text);
  const inert: Span[] = [];
  for (const { type, map } of dialect.parse(text.slice(start), {})) {
    if (map === null) continue;
    const stretch = placeOf(map);
    if (type === 'fence' || (type === 'code_block' && !hasFootnotes)) inert.push(stretch);
    else if (type === 'inline') inert.push(...inertInline(text, stretch));
    else if (type === 'tr_open') inert.push(...cellsIn(text, stretch).flatMap((cell) => inertInline(text, cell)));
  }
  return inert;
}

/** Bars separate the cells of a row before anything else is parsed, including code; none if a bar is ambiguous. */
function cellsIn(text: string, row: Span): Span[] {
  return text.slice(row.start, row.end).includes('\\\\|') ? [] : partsOfRow(text, row);
}

/** Syntax that affects where a code span starts: an escape, a run of backticks, a link, a bare URL, a comment. */
const SIGNS = /\\[\s\S]|`+|\]\(|(?:\/\/|www\.)[^ \t\n<]*|<!--/g;

/** The code spans and escaped angle brackets of a paragraph, a heading or a cell. */
function inertInline(text: string, { start, end }: Span): Span[] {
  const source = text.slice(start, end);
  const runs = Map.groupBy(source.matchAll(/`+/g), ([run]) => run.length);
  const next = new Map<number, number>();
  /** Start of the next run of this length. Must be called in ascending order for each length. */
  const closing = (length: number, from: number): number => {
    const candidates = runs.get(length) ?? [];
    let index = next.get(length) ?? 0;
    while ((candidates[index]?.index ?? Infinity) < from) index++;
    next.set(length, index);
    return candidates[index]?.index ?? -1;
  };
  const inert: Span[] = [];
  const signs = new RegExp(SIGNS);
  let isCertain = true;
  for (let sign = signs.exec(source); sign !== null; sign = signs.exec(source)) {
    const [mark] = sign;
    const at = sign.index;
    if (mark === '<!--') return inert;
    if (mark.startsWith('\\')) {
      if (mark === '\\<') inert.push({ start: start + at, end: start + at + 2 });
    } else if (mark.startsWith('`')) {
      const close: number = isCertain ? closing(mark.length, signs.lastIndex) : -1;
      // Some renderers pair runs of different length.
      isCertain = close >= 0;
      if (!isCertain) continue;
      const code = source.slice(signs.lastIndex, close);
      signs.lastIndex = close + mark.length;
      // Some renderers split such code when a bracket is open before it.
      if (code.includes('`') || closesBracket(code)) continue;
      inert.push({ start: start + at, end: start + signs.lastIndex });
    } else if (mark === '](' ? tailHasBacktick(source, signs.lastIndex) : mark.includes('`')) {
      // Some renderers treat the backtick as part of the address, others as the start of code.
      isCertain = false;
    }
  }
  return inert;
}

/** Whether the code closes a bracket that it did not open. */
function closesBracket(code: string): boolean {
  let depth = 0;
  for (const [bracket] of code.matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * Whether the destination or title of a link, if this is one, contains a backtick. Parentheses nest at most 32 deep.
 */
function tailHasBacktick(source: string, from: number): boolean {
  const start = skipGap(source, from);
  const destination = parseLinkDestination(source, start, source.length);
  const end = destination.ok ? destination.pos : start;
  const title = parseLinkTitle(source, skipGap(source, end), source.length);
  return source.slice(from, title.ok ? title.pos : end).includes('`');
}

/** Skips white space and quote markers at the start of lines. */
export function skipGap(source: string, from: number): number {
  return skip(/[\s>]*/y, source, from);
}

/** Intersection of two ascending lists. */
function intersect(left: readonly Span[], right: readonly Span[]): Span[] {
  const common: Span[] = [];
  for (let l = 0, r = 0; l < left.length && r < right.length;) {
    const [a, b] = [left[l], right[r]];
    if (a === undefined || b === undefined) break;
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
    if (start < end) common.push({ start, end });
    if (a.end < b.end) l++;
    else r++;
  }
  return common;
}
