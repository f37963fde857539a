/** How documents are cut into chunks. */

export const CHUNK_STRATEGIES = ['semantic', 'sentence', 'fixed'] as const;
export type ChunkStrategy = (typeof CHUNK_STRATEGIES)[number];

export interface ChunkRules {
  /**
   * `semantic` cuts at headings, blocks and sentences, in this order, and keeps tables and code whole where they fit;
   * `sentence` fills chunks with sentences; `fixed` fills them with words.
   */
  readonly strategy: ChunkStrategy;
  /**
   * Upper limit of a chunk, in estimated tokens. A row of a table or a line of code that is larger is a chunk by
   * itself.
   */
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
