/** Shared state of the readers of reStructuredText. */
import type { Cursor, ExpansionBudget, ReadBlocks } from '../shared/markup/lines.ts';
import type { Notes } from '../../documents/markdown/notes.ts';

/** Numbers notes without names, in the order in which they occur. */
export class AnonymousNotes {
  readonly #counts = new Map<string, number>();

  next(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }
}

export interface RstContext {
  readonly readBlocks: ReadBlocks;
  readonly notes: Notes;
  /** References to notes without names. */
  readonly anonymous: AnonymousNotes;
  /** Addresses by name. */
  readonly targets: ReadonlyMap<string, string>;
  readonly substitutions: ReadonlyMap<string, string>;
  readonly budget: ExpansionBudget;
  /** Adornments of titles, from the highest level; grows as the document is read. */
  readonly adornments: string[];
  /** Names of files that directives include. */
  readonly included: Set<string>;
}

export type RstCursor = Cursor<RstContext>;
