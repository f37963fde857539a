/** What requests choose and results name: how documents are cut into chunks, and why names are merged. */

export const CHUNK_STRATEGIES = ['semantic', 'sentence', 'fixed'] as const;
export type ChunkStrategy = (typeof CHUNK_STRATEGIES)[number];

export interface ChunkRules {
  /**
   * `semantic` cuts at headings, blocks and sentences, in this order, and keeps tables and code whole where they fit; `sentence`
   * fills chunks with sentences; `fixed` fills them with words.
   */
  readonly strategy: ChunkStrategy;
  /** Upper limit of a chunk, in estimated tokens. A row of a table or a line of code that is larger is a chunk by itself. */
  readonly target_tokens: number;
  /** What the embedding model takes, in estimated tokens: no row and no line is longer. `null`: not known. */
  readonly limit_tokens: number | null;
  /** How much of the end of the chunk before is repeated, in whole units. Less than half of `target_tokens`. */
  readonly overlap_tokens: number;
  /** The first chunks are kept, the rest of the document is left out. */
  readonly max_chunks: number;
}

/** 200 to 300 tokens hold the most gold characters in five chunks (chunking_evaluation); an overlap gains nothing. */
export const DEFAULT_CHUNK_RULES: ChunkRules = {
  strategy: 'semantic',
  target_tokens: 256,
  limit_tokens: null,
  overlap_tokens: 0,
  max_chunks: 10_000,
};

/**
 * Why two names are the same entity's.
 *
 * - `abbreviation`: the text introduces it, as in "International Business Machines (IBM)".
 * - `other_name`: the text states it, as in "Samuel Clemens, better known as Mark Twain".
 * - `former_name`: the text states it, as in "Zimbabwe (formerly Rhodesia)".
 * - `legal_suffix`: it is the name and a legal form, as in "Acme Mills Ltd".
 * - `initials`: it has initials for all names but the last, as in "J. R. R. Tolkien".
 * - `hyphen`: it is written with a hyphen, as in "e-mail".
 * - `record_key`: it is the key of a record, as in "id: 17".
 */
export const ALIAS_RULES = [
  'abbreviation',
  'other_name',
  'former_name',
  'legal_suffix',
  'initials',
  'hyphen',
  'record_key',
] as const;
export type AliasRule = (typeof ALIAS_RULES)[number];
