/** A graph that leaves the service as one file. Its nodes are at hand; its links come in parts, so that they are never all in memory. */

export interface FileNode {
  readonly id: string;
  /** Normal form. */
  readonly name: string;
  /** As a chunk writes it. */
  readonly label: string;
  readonly type: string | null;
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
  readonly evidence: readonly FileEvidence[];
}

/** UTF-16 code units of the chunk's text, end exclusive. */
export interface FileEvidence {
  readonly chunk_id: string;
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
  readonly extractor: string;
  /** First and last day on which the chunk says that it held, as in "2021-03-12". */
  readonly valid_from?: string | null;
  readonly valid_to?: string | null;
  /** Where it says so. */
  readonly date_span?: readonly [number, number] | null;
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
