/**
 * Cuts a Markdown text into chunks. The text of a chunk is a slice of the Markdown, so that every span in it can be
 * found there.
 */
import type { ChunkRules } from '../options.ts';
import { pack } from './pack.ts';
import type { UnitRange } from './pack.ts';
import { exceeds } from '../tokens.ts';
import { unitsOf } from './units.ts';
import type { Unit } from './units.ts';

export interface TextChunk {
  /** UTF-16 code units of the Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly path: readonly string[];
  /** The first row of the table whose further rows it begins with; `null` otherwise. */
  readonly tableHeader: string | null;
  /** Estimated. */
  readonly tokens: number;
}

export interface CutText {
  readonly chunks: readonly TextChunk[];
  /** Whether `max_chunks` left something out. */
  readonly truncated: boolean;
}

export function chunkMarkdown(markdown: string, rules: ChunkRules): CutText {
  const { strategy, target_tokens, limit_tokens, overlap_tokens, max_chunks } = rules;
  const pieces = strategy === 'fixed' ? 'words' : 'sentences';
  const units = unitsOf(markdown, target_tokens, pieces, limit_tokens ?? Infinity);
  const room = target_tokens - overlap_tokens;
  const ranges = strategy === 'semantic' ? pack(units, room) : fill(units, room);
  const kept = ranges.slice(0, max_chunks);
  const chunks = kept.map((range) => chunkOf(markdown, units, overlapping(units, range, overlap_tokens)));
  return { chunks, truncated: ranges.length > kept.length };
}

function chunkOf(markdown: string, units: readonly Unit[], { from, to }: UnitRange): TextChunk {
  const own = units.slice(from, to);
  const start = own[0]?.start ?? 0;
  const end = own.at(-1)?.end ?? start;
  const tokens = own.reduce((sum, unit) => sum + unit.tokens, 0);
  const tableHeader = own[0]?.tableHeader ?? null;
  return { start, end, text: markdown.slice(start, end), path: commonPath(own), tableHeader, tokens };
}

/** The headings that stand above all of it. */
function commonPath(units: readonly Unit[]): readonly string[] {
  const [first, ...others] = units;
  let path = first?.path ?? [];
  for (const unit of others) {
    if (unit.path === path) continue;
    const parted = path.findIndex((text, depth) => unit.path[depth] !== text);
    if (parted >= 0) path = path.slice(0, parted);
  }
  return path;
}

/** As many units a chunk as fit. */
function fill(units: readonly Unit[], target: number): UnitRange[] {
  const ranges: UnitRange[] = [];
  let from = 0;
  let tokens = 0;
  for (const [index, unit] of units.entries()) {
    const start = units[from]?.start ?? unit.start;
    if (index > from && exceeds(target, tokens + unit.tokens, start, unit.end)) {
      ranges.push({ from, to: index });
      from = index;
      tokens = 0;
    }
    tokens += unit.tokens;
  }
  if (from < units.length) ranges.push({ from, to: units.length });
  return ranges;
}

/** The range with units before it that have at most `overlap` tokens together. */
function overlapping(units: readonly Unit[], { from, to }: UnitRange, overlap: number): UnitRange {
  const end = units[from]?.start ?? 0;
  let start = from;
  let tokens = 0;
  for (; start > 0; start--) {
    const before = units[start - 1];
    tokens += before?.tokens ?? 0;
    if (exceeds(overlap, tokens, before?.start ?? 0, end)) break;
  }
  return { from: start, to };
}
