/** Judges by a model, and how far several agree. */
export { agreementOf, doAgree, panelsOf } from './agreement.ts';
export { WHOLE_TOKENS } from './model/judge.ts';
export type { Judge } from './model/judge.ts';
