/**
 * The work of an engine that asks a language model, as a plan of tasks: the seed decides what each asks, the model what
 * it answers.
 */
import type { AskModel } from '../../model-question.ts';
import type { Item } from '../items/item.ts';

/** A few candidates, made by one question or several that follow each other. */
export interface Task {
  /** Identifiers of the sources that its questions quote. */
  readonly sources: readonly string[];
  /** Candidates if nothing goes wrong. */
  readonly expected: number;
  /** What its questions are expected to take. */
  readonly tokens: { readonly input: number; readonly output: number };
  /**
   * At least one item, and at most {@link MOST_ITEMS}: what the answers are rejected for is an item, too. Rejects as
   * `ask` does.
   */
  readonly make: (ask: AskModel) => Promise<readonly Item[]>;
}

/** Items of a task: their places are those of the task. */
export const MOST_ITEMS = 8;

/** All tasks of an order. Equal orders with equal sources have equal plans. */
export interface Plan {
  readonly length: number;
  /** `null`: there is nothing to ask for at this place. */
  readonly taskAt: (place: number) => Task | null;
}
