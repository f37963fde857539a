/** A fact that a sentence states, with the questions that it answers. */
import type { Named, Subject } from './subject.ts';

/** Where a passage says it. */
export interface Evidence {
  readonly passage: string;
  /** The sentence: UTF-16 code units of the passage's text. */
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
}

/**
 * What the object of a fact is; a `blank` is the object of a sentence that is asked for by nothing but its place in it.
 */
export type ObjectKind = 'date' | 'place' | 'name' | 'number' | 'description' | 'blank';

/** What a question has before and behind its subject. */
export type Asked = readonly [before: string, behind: string];

/** The question for a subject, and what it can be called instead of its name. */
export interface Stated {
  /** "Which mill was built by John Crow?" */
  readonly question: string;
  /** "the mill that was built by John Crow" */
  readonly called: string;
}

export interface GroundedFact {
  readonly subject: Subject;
  /** As written, such as "was built in". */
  readonly predicate: string;
  readonly object: Named;
  readonly kind: ObjectKind;
  /** The question for the object; `null` where it cannot be asked for. */
  readonly asked: Asked | null;
  /** The question for the subject. Of several facts of a clause, the first has it. */
  readonly stated: Stated | null;
  /**
   * What the object can be called instead of its name: "the {kind} {who} built Carrow Mill", "the author of The Long
   * Tide".
   */
  readonly described: string | null;
  readonly evidence: Evidence;
}

/** A fact without what its sentence has in common. */
export type ReadFact = Omit<GroundedFact, 'subject' | 'evidence'>;

/** The question for the object of a fact; `null` for one that cannot be asked for. */
export function questionOf({ asked, subject }: GroundedFact, label = subject.label): string | null {
  return asked && `${asked[0]}${label}${asked[1]}`;
}

/** Whether a fact says when someone was born or died. Texts on persons have more of them than of all others. */
export const isOfLife = ({ asked, kind }: GroundedFact): boolean =>
  kind === 'date' && asked !== null && /^ (?:born|die)\b/.test(asked[1]);

/** Whether the question for a fact says nothing that is true of its subject alone: then it can be asked of others. */
export const isGeneral = ({ asked }: GroundedFact): boolean =>
  asked !== null && !/[\p{Lu}\p{N}]/u.test(`${asked[0].slice(1)}${asked[1]}`);
