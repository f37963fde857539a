/** Graphs that a language model reads from chunks, checked against their text. */
export { estimateExtraction, mostOutputTokens } from './estimate.ts';
export type { EstimatedTokens } from './estimate.ts';
export { groundGraph } from './ground.ts';
export { BUILT_IN_PROFILES } from './profile.ts';
export type { PromptProfile } from './profile.ts';
export { passagePrompt, promptOf } from './prompt.ts';
export type { ExtractedGraph, FixedPrompt } from './prompt.ts';
