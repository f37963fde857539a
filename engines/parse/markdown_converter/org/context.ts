/** Shared state of the readers of Org. */
import type { Notes } from '../../documents/markdown/notes.ts';
import type { Cursor, ReadBlocks } from '../shared/markup/lines.ts';

export interface OrgContext {
  readonly readBlocks: ReadBlocks;
  readonly notes: Notes;
  /** Levels that headlines move down below a title. */
  readonly shift: number;
}

export type OrgCursor = Cursor<OrgContext>;
