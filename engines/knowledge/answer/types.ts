/** What an answer is made from. Passages are the ranked chunks of a search, best first; a sentence names its passage by index. */
import type { Language } from '../lexis/stop-words.ts';
import type { Span } from '../names/capital-runs.ts';

export interface AnswerPassage {
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
  readonly language: Language;
  /** Score of the first hop. */
  readonly base: number;
}

/** A sentence of a passage's text, or a row of a table in it. */
export interface Sentence extends Span {
  readonly passage: number;
  /** With the heading of the passage, to be embedded as a passage. */
  readonly text: string;
}

/** Unit vectors of one model. */
export interface AnswerVectors {
  readonly question: Float32Array;
  /** Of the probe that led to each passage; null for a passage of the first hop. */
  readonly probes: readonly (Float32Array | null)[];
  readonly sentences: readonly Float32Array[];
}

export interface ScoredSentence extends Sentence {
  /** Of the sentence and the question, or the probe that led to its passage: see `similarity`. */
  readonly similarity: number;
  /** About 1 for a sentence that is close to the question, 1.5 if it has all of its words too. */
  readonly score: number;
  /** Of the question's words, by index, whether the sentence or its heading has them; null in another language. */
  readonly covers: readonly boolean[] | null;
}
