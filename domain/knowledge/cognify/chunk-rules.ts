/** The rules by which a Cognify job cuts documents, from what was asked for. */
import { DEFAULT_CHUNK_RULES } from '../../../engines/text/options.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';

/** `enabled: false`: the beginning of a document is its only chunk. */
export type AskedChunking = Partial<Omit<ChunkRules, 'limit_tokens'>> & { readonly enabled?: boolean };

/** A document that is not to be cut is one chunk of at most this many tokens. */
const WHOLE_DOCUMENT_TOKENS = 2048;

/**
 * How much of what a model takes a chunk may fill. Its tokens are an estimate, which is up to a fifth too low for prose
 * (engines/text/tokens.ts), and its headings are embedded with it. Set by judgement: no sample fixed it. A chunk that
 * the model refuses all the same has no vector.
 */
const FILLED = 0.7;

/** No chunk is longer than what the embedding model takes, `contextTokens`; `null`: not known. */
export function chunkRules({ enabled = true, ...asked }: AskedChunking, contextTokens: number | null): ChunkRules {
  const limit_tokens = contextTokens && Math.floor(contextTokens * FILLED);
  const whole = { target_tokens: WHOLE_DOCUMENT_TOKENS, overlap_tokens: 0, max_chunks: 1 };
  const wanted = { ...DEFAULT_CHUNK_RULES, ...asked, ...(!enabled && whole), limit_tokens };
  return { ...wanted, target_tokens: Math.min(wanted.target_tokens, limit_tokens ?? Infinity) };
}

/** Whether so much is repeated that documents cannot be cut by the rules. */
export const overlapsTooMuch = ({ overlap_tokens, target_tokens }: ChunkRules): boolean =>
  2 * overlap_tokens >= target_tokens;
