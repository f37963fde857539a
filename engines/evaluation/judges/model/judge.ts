/** A language model as a judge: what metrics ask it. */
import type { Static, TSchema } from 'typebox';

/** More is not shown at once, whatever the context of the model: what stands in the middle of long texts is overlooked. */
export const WHOLE_TOKENS = 24_000;

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

/** The language model that judges. Questions reject as the calls of `Models` do, also when its output does not match even after one repair. */
export interface Judge {
  /** Tokens of the data of a question that needs all texts at once: at most {@link WHOLE_TOKENS}, fewer for a model of a small context. */
  readonly room: number;
  readonly ask: <S extends TSchema>(question: JudgeQuestion<S>) => Promise<Static<S>>;
  /** As `ask`, for an output that ends with a digit: with how probable each digit was there; `null` where that is not known. */
  readonly weigh: <S extends TSchema>(
    question: JudgeQuestion<S>,
  ) => Promise<{ readonly value: Static<S>; readonly digits: Readonly<Record<string, number>> | null }>;
}
