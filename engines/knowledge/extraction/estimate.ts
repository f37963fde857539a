/** What an extraction costs, before any model is called. */
import { estimateTokens } from '../../text/tokens.ts';
import type { FixedPrompt } from './prompt.ts';

export interface EstimatedTokens {
  readonly input: number;
  readonly output: number;
}

/** Headings and tags around a passage. */
const AROUND_PASSAGE = 30;
/** Output tokens for each token of a passage: names once or twice, and the sentence that states each relation. */
const OUTPUT_PER_TOKEN = 1.5;

/** Tokens for chunks with this many tokens in all, one call each; repairs are not part of it. */
export function estimateExtraction(
  { system, schema }: FixedPrompt,
  { chunks, tokens }: { readonly chunks: number; readonly tokens: number },
): EstimatedTokens {
  const prompt = estimateTokens(system) + estimateTokens(JSON.stringify(schema));
  return { input: chunks * (prompt + AROUND_PASSAGE) + tokens, output: Math.ceil(OUTPUT_PER_TOKEN * tokens) };
}

/** Most tokens of an answer: several times of what a passage needs, so that only a model that runs on is cut. */
export function mostOutputTokens(tokens: number): number {
  return 1000 + 4 * tokens;
}
