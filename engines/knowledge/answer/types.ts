/**
 * What an answer is made from. Passages are the ranked chunks of a search, best first; a sentence names its passage by
 * index.
 */
import type { Language } from '../../text/stop-words.ts';
import type { Span } from '../../text/span.ts';

export interface AnswerPassage {
  /** Headings above it, see `Tabled`. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
  readonly language: Language;
  /** Score of the first hop. */
  readonly base: number;
  /**
   * The passage from which the second hop came here; `null` for one of the first hop, or where that passage is not
   * among these.
   */
  readonly from: number | null;
}

/** A sentence of a passage's text, or a row of a table in it. */
export interface Sentence extends Span {
  readonly passage: number;
  /** What it says: the sentence, or the row as "Column: value; …". */
  readonly words: string;
  /** `words` with the nearest heading, that of the passage if its text has none: to be embedded as a passage. */
  readonly text: string;
  /**
   * Of the question's words, by index, whether the sentence or a heading in the text of the passage has them; null in
   * another language.
   */
  readonly covers: readonly boolean[] | null;
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
}
