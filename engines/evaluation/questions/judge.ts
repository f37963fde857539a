/** A language model as a judge: what metrics ask it. */
import type { Static, TSchema } from 'typebox';

/** A question to the language model that judges. */
export interface JudgeQuestion<S extends TSchema> {
  /** Of the schema, for the endpoint: letters, digits and underscores. */
  readonly name: string;
  readonly instructions: string;
  /** What is judged, between tags that it cannot close (`asData`). */
  readonly data: string;
  readonly schema: S;
  readonly maxTokens: number;
}

/** The language model that judges. Both reject as the calls of `Models` do, also when its output does not match even after one repair. */
export interface Judge {
  readonly ask: <S extends TSchema>(question: JudgeQuestion<S>) => Promise<Static<S>>;
  /** As `ask`, for an output that ends with a digit: with how probable each digit was there; `null` where that is not known. */
  readonly weigh: <S extends TSchema>(
    question: JudgeQuestion<S>,
  ) => Promise<{ readonly value: Static<S>; readonly digits: Readonly<Record<string, number>> | null }>;
}
