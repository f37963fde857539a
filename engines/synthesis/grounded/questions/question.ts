/** A question with its answer and the facts that it was made from. */
import type { FactIndex } from '../fact-index.ts';
import type { GroundedFact } from '../facts.ts';

export const QUESTION_KINDS = ['single_hop', 'multi_hop', 'comparison', 'temporal', 'unanswerable', 'cloze'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface MadeQuestion {
  readonly kind: QuestionKind;
  /** The rule that made it. */
  readonly form: string;
  readonly question: string;
  /** `null`: the sources do not say it. */
  readonly answer: string | null;
  /** The path: each shares a name with the one before. Of an unanswerable question, the fact that it was altered from. */
  readonly facts: readonly GroundedFact[];
  /** Identifiers of passages that have names of the question, beside those of the facts. */
  readonly names?: readonly string[];
}

/** The questions of one kind that can be made from facts. */
export type QuestionForm = (index: FactIndex) => readonly MadeQuestion[];

const PERSON =
  /\b(?:born|died|married|wrote|writes|studied|grew up|worked|taught|lived|friend|son|daughter|wife|husband|brother|sister|mother|father|king|queen|author|painter|composer|engineer|scientist|keeper|elected|appointed|invented|discovered)\b/;
const THING =
  /\b(?:built|located|situated|lies|flows|stands|founded in|opened in|published|released|constructed|part of|capital of|empties|borders|consists)\b/;

/** "Who" or "What" does what a predicate says; both where that is not known. */
export function whoOrWhat(predicate: string): string {
  if (PERSON.test(predicate)) return 'Who';
  return THING.test(predicate) ? 'What' : 'Who or what';
}

/** A participle alone: behind "is a river" a place says which river, not where it is. */
const INVERTIBLE = /^(is|are|was|were) ((?:[a-z]{2,20}ly )?[a-z]{2,20}(?:ed|en|rn|lt|ld|nd|set)) (in|on|at)$/;

/** A question for a time or a place: "was built in" becomes "When was the mill built?". `null` for a predicate of another form. */
export function asksWhen({ subject, predicate, isDate }: GroundedFact): string | null {
  const [, verb, rest] = INVERTIBLE.exec(predicate) ?? [];
  if (verb === undefined || rest === undefined) return null;
  return `${isDate ? 'When' : 'Where'} ${verb} ${subject.label} ${rest}?`;
}
