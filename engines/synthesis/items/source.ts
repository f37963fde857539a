/** What items are made from: passages, with where each comes from. */

/** As far as it is known. */
export interface SourceOrigin {
  readonly dataset_id?: string;
  readonly document_id?: string;
  readonly object_id?: string;
  /** Chunk of the dataset. */
  readonly chunk_id?: string;
  /** First and last page of the document. */
  readonly pages?: readonly [number, number];
  /** UTF-16 code units of the document's Markdown, end exclusive. */
  readonly span?: readonly [number, number];
  readonly license?: string;
  /** Where its author has it from, such as an address. */
  readonly source?: string;
}

/** A fact that a graph has of a passage. */
export interface KnownFact {
  readonly subject: KnownName;
  readonly predicate: string;
  readonly object: KnownName;
  /** Where the passage states it: UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

interface KnownName {
  /** Normal form: equal for all spellings. */
  readonly name: string;
  /** As written. */
  readonly label: string;
}

export interface Source {
  /** Identifies it among all sources of the job. */
  readonly id: string;
  /** What it is about; empty where nothing says it. */
  readonly title: string;
  readonly text: string;
  readonly origin: SourceOrigin;
  /** `null`: it comes from no graph. Its facts are then read from the text. */
  readonly facts: readonly KnownFact[] | null;
}
