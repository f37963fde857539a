/** What a language model has found in chunks, as names and facts to commit. */
import type { ReadChunk } from '../../../domain/knowledge/cognify/index.ts';
import { withExtracted } from '../../../engines/knowledge/extraction/with-rules.ts';
import type { ChunkName } from '../../../engines/knowledge/names/index.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { mentionOf } from './cut-document.ts';
import type { ReadableChunk } from './chunk-types.ts';

/**
 * Names that rules found in a text, with what a language model found there: the facts are the model's, which reads
 * better than rules do.
 */
export function withModel(
  ofText: readonly ChunkName[],
  { names, facts, model }: NonNullable<ReadableChunk['extracted']>,
) {
  return {
    mentions: withExtracted(ofText, names).map((name) => ({ ...mentionOf(name), type: name.type })),
    facts: facts.map((fact) => ({ ...fact, extractor: model })),
  };
}

/** What is known of a chunk whose text cannot be read: what a language model found in it, if one has read it. */
export function unreadable({ id, extracted }: ReadableChunk, failure: ErrorCode): ReadChunk {
  const found = extracted === null ? { mentions: [], facts: [] } : withModel([], extracted);
  return { chunkId: id, failure, ...found, aliases: [], dates: [], traits: [] };
}
