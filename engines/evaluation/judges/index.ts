/** Judges of answers: built in, by a model, and how far several agree. */
export { agreementOf, doAgree, panelsOf } from './agreement.ts';
export { readContext } from './built-in/context.ts';
export { judgeCorrectness } from './built-in/correctness.ts';
export { SUPPORTED, judgeAgainst } from './built-in/faithfulness.ts';
export { readSentences } from './built-in/sentences.ts';
export { tokensOf } from './built-in/tokens.ts';
export type { Token } from './built-in/tokens.ts';
export { WHOLE_TOKENS } from './model/judge.ts';
export type { Judge } from './model/judge.ts';
