/** What an engine that needs no model is asked to make. The same order gives the same items, on any machine. */
import type { QuestionMix } from '../grounded/questions/index.ts';
import type { PerturbationName } from '../perturb/index.ts';
import type { Table } from '../rows/request.ts';

export interface RowsOrder {
  readonly engine_id: 'schema_rows';
  readonly tables: readonly Table[];
}

export interface QuestionsOrder {
  readonly engine_id: 'grounded_qa';
  readonly mix: QuestionMix;
}

export interface PerturbOrder {
  readonly engine_id: 'perturb';
  readonly perturbations: readonly PerturbationName[];
  /** Share of the occasions in a text that are taken, over 0 up to 1. */
  readonly strength: number;
}

export type Order = (RowsOrder | QuestionsOrder | PerturbOrder) & {
  /** Items that are wanted; of rows, the sum over the tables. */
  readonly count: number;
  readonly seed: number;
};
