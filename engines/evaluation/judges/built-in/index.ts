/** Judges of answers that need no model. */
export { readContext } from './context.ts';
export { judgeCorrectness } from './correctness.ts';
export { SUPPORTED, judgeAgainst } from './faithfulness.ts';
export { readSentences } from './sentences.ts';
export { tokensOf } from './tokens.ts';
export type { Token } from './tokens.ts';
