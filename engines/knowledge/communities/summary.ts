/**
 * The summary of a community without a language model: sentences of its documents that together say most about its
 * members. Each next sentence is the one that adds most to those before, as for a submodular function (Lin and Bilmes,
 * "A Class of Submodular Functions for Document Summarization", 2011).
 */
import { sentencesOf } from '../../text/sentences.ts';
import type { Span } from '../../text/span.ts';

/** A passage that mentions members. */
export interface MemberPassage {
  readonly chunk: string;
  readonly body: string;
  /** Where: the rank of a member, 0 for the most central, with a place in the body. */
  readonly mentions: readonly (Span & { readonly rank: number })[];
}

export interface SummarySentence extends Span {
  readonly chunk: string;
}

export const MOST_SENTENCES = 5;
/** Shorter ones are headings and captions, longer ones lists and tables: UTF-16 code units. */
const LENGTHS = { least: 40, most: 500 };
/** What the next mention of a member counts, of the one before. Set by judgement: no sample fixed it. */
const REPEATED = 0.3;
/**
 * A sentence that adds less than this part of what the first one did is left out. Set by judgement: no sample fixed it.
 */
const LEAST_GAIN = 0.15;

interface Candidate extends SummarySentence {
  readonly text: string;
  readonly ranks: readonly number[];
}

/**
 * The most telling sentence first, each once, as documents repeat some; none when no sentence mentions a member. Time
 * grows with the passages.
 */
export function summarize(passages: readonly MemberPassage[]): SummarySentence[] {
  const candidates = passages.flatMap(candidatesIn);
  const seen = new Map<number, number>();
  const chosen: Candidate[] = [];
  let least = 0;
  while (chosen.length < MOST_SENTENCES) {
    let best: Candidate | null = null;
    let bestGain = least;
    for (const candidate of candidates) {
      if (chosen.some(({ text }) => text === candidate.text)) continue;
      const gain = gainOf(candidate, seen);
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    if (best === null) break;
    if (chosen.length === 0) least = bestGain * LEAST_GAIN;
    for (const rank of best.ranks) seen.set(rank, (seen.get(rank) ?? 0) + 1);
    chosen.push(best);
  }
  return chosen.map(({ chunk, start, end }) => ({ chunk, start, end }));
}

function candidatesIn({ chunk, body, mentions }: MemberPassage): Candidate[] {
  const ordered = mentions.toSorted((a, b) => a.start - b.start);
  let next = 0;
  return sentencesOf(body).flatMap(([start, end]): Candidate[] => {
    const ranks = new Set<number>();
    for (; next < ordered.length && (ordered[next]?.start ?? 0) < end; next++) {
      const mention = ordered[next];
      if (mention !== undefined && mention.start >= start && mention.end <= end) ranks.add(mention.rank);
    }
    const length = end - start;
    if (ranks.size === 0 || length < LENGTHS.least || length > LENGTHS.most) return [];
    return [{ chunk, start, end, text: body.slice(start, end), ranks: [...ranks] }];
  });
}

/** Central members count more, and so do sentences that connect several of them. */
function gainOf({ ranks, start, end }: Candidate, seen: ReadonlyMap<number, number>): number {
  const gain = ranks.reduce((sum, rank) => sum + REPEATED ** (seen.get(rank) ?? 0) / Math.sqrt(rank + 1), 0);
  return gain / Math.sqrt(end - start);
}
