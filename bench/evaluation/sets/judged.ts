/** Answers that people have judged. */

export interface JudgedAnswer {
  readonly set: string;
  /** Whether weights may be fitted on it; otherwise it is measured. */
  readonly isFitted: boolean;
  readonly question: string;
  readonly answer: string;
  readonly isRight: boolean;
}

/** Whether a context supports the answer. */
export interface JudgedSummary extends JudgedAnswer {
  readonly contexts: readonly string[];
}

/** Whether the answer says what was expected. */
export interface JudgedFact extends JudgedAnswer {
  readonly expected: readonly string[];
}
