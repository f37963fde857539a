/** Ways to answer a question about all documents. */

export interface GlobalAnswer {
  /** Sentences with marks: `[2]` cites the second source. Empty when there is no answer. */
  readonly text: string;
  readonly sources: readonly string[];
}

export interface GlobalMethod {
  readonly name: string;
  readonly answer: (question: string) => Promise<GlobalAnswer>;
}

export const NO_ANSWER: GlobalAnswer = { text: '', sources: [] };

/** As `[1, 3]`, before the full stop is lost: behind the sentence. */
export const marked = (text: string, numbers: readonly number[]): string =>
  numbers.length === 0 ? text : `${text} [${numbers.join(', ')}]`;
