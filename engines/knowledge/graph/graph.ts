/**
 * A graph that leaves the service as one file. Its nodes are at hand; its links come in parts, so that they are never
 * all in memory.
 */
import type { Period } from '../time/period.ts';

export interface FileNode {
  readonly id: string;
  /** Normal form. */
  readonly name: string;
  /** As a chunk writes it. */
  readonly label: string;
  readonly type: string | null;
  /** Which of several entities of this name it is, from 2; absent or `null` for the first, or the only one. */
  readonly sense?: number | null;
  /** Chunks that mention it. */
  readonly chunks: number;
  readonly aliases: readonly { readonly name: string }[];
  /** Nodes of one community have one number. */
  readonly community?: number;
}

export interface FileLink {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly predicate: string;
  readonly evidence: readonly GraphEvidence[];
}

/** Where a chunk states a fact: UTF-16 code units of its text, end exclusive. */
export interface GraphEvidence {
  readonly chunk: string;
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly extractor: string;
  /** When the chunk says that it held; open where it does not say it. */
  readonly valid: Period;
  /** The date that says so; `null`: none does. */
  readonly date: { readonly start: number; readonly end: number } | null;
}

/** What a file is of, and what it does not have. */
export interface LeftOut {
  /** Names that chunks mention least. */
  readonly nodes: number;
  /** Facts about these, and those beyond the limit of links. */
  readonly links: number;
}

export interface GraphFile<L extends FileLink = FileLink> {
  readonly dataset: { readonly id: string; readonly name: string };
  /** The most mentioned first. */
  readonly nodes: readonly FileNode[];
  readonly links: AsyncIterable<readonly L[]>;
  /** Titles of the communities, by their numbers; absent where nodes have none. */
  readonly communities?: readonly string[];
  /** Known when the links have been read. */
  readonly leftOut: () => LeftOut;
}
