/** Shared state of the LaTeX readers. */
import type { Format } from '../../documents/markdown/model.ts';
import type { Notes } from '../../documents/markdown/notes.ts';
import type { Flow } from './flow.ts';
import type { Range, Structure } from './structure.ts';

/** Groups and environments in each other that are read as such; deeper ones are read as their content. */
export const MAX_DEPTH = 100;

export interface LatexContext {
  readonly structure: Structure;
  readonly notes: Notes;
  /** Titles of theorems, by the name of the environment. */
  readonly theorems: ReadonlyMap<string, string>;
  /** Numbers of the references, by key. */
  readonly citations: ReadonlyMap<string, number>;
  /** Arguments of `\title`, `\author` and `\date`, by command. */
  readonly front: ReadonlyMap<string, Range>;
  /** Level of a heading by its rank, from 1. */
  readonly levelOf: (rank: number) => number;
  /** What the document refers to or contains that is not read. */
  readonly included: Set<string>;
  readonly drawings: { count: number };
  /** Reads the tokens from `start` up to `end`. */
  readonly read: (start: number, end: number, format: Format, depth: number) => Flow;
}
