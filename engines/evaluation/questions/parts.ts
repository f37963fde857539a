/** Passages that a question cannot hold all at once, part by part. */
import { estimateTokens } from '../../knowledge/chunking/tokens.ts';
import { PART_TOKENS } from './question.ts';

/** Parts that a judge is asked about for one case. */
const MOST_PARTS = 12;

/** A passage, or a piece of one that is longer than a part. */
export interface ShownPassage {
  /** Index of the passage. */
  readonly passage: number;
  readonly text: string;
}

/** Passages with words, in order, packed into parts; `null` when there are too many. */
export function partsOf(passages: readonly string[]): readonly (readonly ShownPassage[])[] | null {
  const parts: ShownPassage[][] = [];
  let left = 0;
  for (const [passage, whole] of passages.entries()) {
    for (const text of piecesOf(whole)) {
      const tokens = estimateTokens(text);
      if (tokens > left) {
        if (parts.length === MOST_PARTS) return null;
        parts.push([]);
        left = PART_TOKENS;
      }
      left -= tokens;
      parts.at(-1)?.push({ passage, text });
    }
  }
  return parts;
}

/** No text has more tokens than characters. */
function piecesOf(text: string): string[] {
  if (text.trim() === '') return [];
  if (estimateTokens(text) <= PART_TOKENS) return [text];
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Behind the last space within the limit, if there is one. */
function endOfPiece(text: string, start: number): number {
  const limit = start + PART_TOKENS;
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  return limit - (isLowSurrogate(text.charCodeAt(limit)) ? 1 : 0);
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
