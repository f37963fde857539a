/** A case of an evaluation, the output of a target, and the protocol of chats that gives it. */
export { CaseShape } from './case.ts';
export type { Case, CaseField } from './case.ts';
export { argumentsOf, readAnswer, requestOf, withSystem } from './chat.ts';
export { OutputFailureShape, OutputShape, messagesOf, withOutput } from './output.ts';
export type { Output, OutputFailure, Produced } from './output.ts';
