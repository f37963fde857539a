/** What checks say of an item. */
import type { Item } from '../items/item.ts';

/**
 * Why a check was not made: the installation has no model for it; the model was away for minutes; it refuses the text,
 * or every call; it gave no output of the form that was asked for; the text has no capital letters, which show names;
 * or the item quotes a source that was closed to the submitter meanwhile, which no model is shown.
 */
export const SKIP_REASONS = [
  'model_not_configured',
  'model_unavailable',
  'model_refused',
  'no_output',
  'no_names',
  'source_closed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

interface Measurement {
  /** How it is measured. */
  readonly method: string;
  /** The model that measures it, by its name in the settings. */
  readonly model?: string;
}

export interface CheckScore extends Measurement {
  /** From 0 to 1. */
  readonly score: number;
}

export interface SkippedCheck extends Measurement {
  readonly skipped: SkipReason;
}

export type Scores = Readonly<Record<string, CheckScore | SkippedCheck>>;

export interface CheckedValue {
  readonly scores: Scores;
  /** `null`: nothing is wrong with it. */
  readonly rejected: Item['rejected'];
}
