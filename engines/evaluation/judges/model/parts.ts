/** Passages that a question cannot hold all at once, part by part. */
import { estimateTokens } from '../../../text/tokens.ts';
import type { Judge } from './judge.ts';

/** Tokens of a part, for a model of a large context. */
const PART_TOKENS = 6000;
/** Parts that a judge is asked about for one case. */
const MOST_PARTS = 12;

/** A passage, or a piece of one that is longer than a part. */
export interface ShownPassage {
  /** Index of the passage. */
  readonly passage: number;
  readonly text: string;
}

/** Passages with words, in order, packed into parts; `null` when there are too many. */
export function partsOf(
  { room }: Pick<Judge, 'room'>,
  passages: readonly string[],
): readonly (readonly ShownPassage[])[] | null {
  // The other half of a small context is for what the passages are compared with.
  const most = Math.min(PART_TOKENS, Math.floor(room / 2));
  if (most < 1) return null;
  const parts: ShownPassage[][] = [];
  let left = 0;
  for (const [passage, whole] of passages.entries()) {
    for (const text of piecesOf(whole, most)) {
      const tokens = estimateTokens(text);
      if (tokens > left) {
        if (parts.length === MOST_PARTS) return null;
        parts.push([]);
        left = most;
      }
      left -= tokens;
      parts.at(-1)?.push({ passage, text });
    }
  }
  return parts;
}

/** No text has more tokens than characters. */
function piecesOf(text: string, most: number): string[] {
  if (text.trim() === '') return [];
  if (estimateTokens(text) <= most) return [text];
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start, most);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Behind the last space within the limit, if there is one. */
function endOfPiece(text: string, start: number, most: number): number {
  const limit = start + most;
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  return limit - (isLowSurrogate(text.charCodeAt(limit)) ? 1 : 0);
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
