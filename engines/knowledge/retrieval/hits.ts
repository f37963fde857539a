/** Candidates become hits: chunks with a score, which is the sum of its parts. */
import type { LexicalText } from './bm25.ts';
import type { Entity } from './question.ts';

/** A chunk beside a question, with the counts of the question's lexemes in it. */
export interface Candidate extends LexicalText {
  readonly chunk: string;
  readonly cosine: number;
}

/** What the score of a chunk is the sum of, in units of `similarity`; with words alone, in those of BM25. */
export interface ScoreParts {
  readonly similarity: number;
  readonly words: number;
  /** The question names its title. */
  readonly title: number;
  readonly secondHop: number;
  /** Its date fits what is asked, or does not. */
  readonly time: number;
  /** Its community is near to the question, or has better passages. */
  readonly community: number;
  /** A model has reranked the chunk. */
  readonly rerank: number;
  /** Ratings of the chunk for similar questions. */
  readonly feedback: number;
}

const NO_PARTS: ScoreParts = {
  similarity: 0,
  words: 0,
  title: 0,
  secondHop: 0,
  time: 0,
  community: 0,
  rerank: 0,
  feedback: 0,
};

/** A chunk with its score. */
export interface Hit {
  readonly chunk: string;
  readonly score: number;
  /** Score of the first hop. */
  readonly base: number;
  readonly parts: ScoreParts;
  /** How the second hop came here: from that chunk, through that entity, by that text. */
  readonly path: { readonly from: string; readonly entity: Entity | null; readonly probe: string } | null;
  /** How many ratings its score counts. */
  readonly ratings?: number;
}

/** A chunk that the first hop found, or a search without a second one. */
export function hitOf(chunk: string, some: Partial<ScoreParts>): Hit {
  const parts = { ...NO_PARTS, ...some };
  const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { chunk, score, base: score, parts, path: null };
}

/** Best first. Of equals the one that was stored first: chunks are whole numbers, of which a shorter one is smaller. */
export const byScore = (a: Pick<Hit, 'chunk' | 'score'>, b: Pick<Hit, 'chunk' | 'score'>): number =>
  b.score - a.score || a.chunk.length - b.chunk.length || (a.chunk < b.chunk ? -1 : 1);
