/** Shared state of the readers of Org. */
import type { Block } from '../../shared/markdown/model.ts';
import type { Notes } from '../../shared/markdown/notes.ts';

export interface OrgContext {
  readonly notes: Notes;
  /** Levels that headlines move down below a title. */
  readonly shift: number;
}

export type ReadBlocks = (lines: readonly string[], depth: number, context: OrgContext) => Block[];
