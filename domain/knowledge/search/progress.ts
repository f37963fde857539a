/** What a search reports while it goes on, to those who show it step by step. */
import type { ErrorCode } from '../../../errors/index.ts';
import type { AnswerSentence, Found } from './found.ts';

export type SearchProgress =
  /** The passages are ranked; the answer is `null` as yet. */
  | { readonly type: 'results'; readonly found: Found }
  /** A sentence of a language model, checked like the whole answer. */
  | { readonly type: 'sentence'; readonly sentence: AnswerSentence }
  /** The sentences so far do not count: the model writes the answer again, or failed. */
  | { readonly type: 'discarded'; readonly code: ErrorCode; readonly message: string };

export type OnProgress = (progress: SearchProgress) => void;
