/** A question with its answer and the facts that it was made from. */
import type { FactIndex } from '../fact-index.ts';
import type { GroundedFact } from '../reading/fact.ts';

export const QUESTION_KINDS = ['single_hop', 'multi_hop', 'comparison', 'temporal', 'unanswerable', 'cloze'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface MadeQuestion {
  readonly kind: QuestionKind;
  /** The rule that made it. */
  readonly form: string;
  readonly question: string;
  /** `null`: the sources do not say it. */
  readonly answer: string | null;
  /**
   * The path: each shares a name with the one before. Of an unanswerable question, the fact that it was altered from.
   */
  readonly facts: readonly GroundedFact[];
  /** Identifiers of passages that have names of the question, beside those of the facts. */
  readonly names?: readonly string[];
}

/** The questions of one kind that can be made from facts. */
export type QuestionForm = (index: FactIndex) => readonly MadeQuestion[];
