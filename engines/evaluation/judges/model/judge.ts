/** A language model as a judge: what metrics ask it. */
import type { Static, TSchema } from 'typebox';
import type { AskModel, ModelQuestion } from '../../../model-question.ts';

/**
 * More is not shown at once, whatever the context of the model: what stands in the middle of long texts is overlooked.
 */
export const WHOLE_TOKENS = 24_000;

/**
 * The language model that judges. Questions reject as the calls of `Models` do, also when its output does not match
 * even after one repair.
 */
export interface Judge {
  /**
   * Tokens of the data of a question that needs all texts at once: at most {@link WHOLE_TOKENS}, fewer for a model of a
   * small context.
   */
  readonly room: number;
  readonly ask: AskModel;
  /**
   * As `ask`, for an output that ends with a digit: with how probable each digit was there; `null` where that is not
   * known.
   */
  readonly weigh: <S extends TSchema>(
    question: ModelQuestion<S>,
  ) => Promise<{ readonly value: Static<S>; readonly digits: Readonly<Record<string, number>> | null }>;
}
