/** On whose behalf models are called, and who hears of it. */
import type { Measure } from '../jobs/usage.ts';

export interface ModelCaller {
  readonly tenantId: string;
  readonly signal: AbortSignal;
  /** Called when a call has waited for its turn and is sent. */
  readonly onTurn?: () => void;
  /** Called with what each call took: `step.spend` of a step. Finished calls that are found again take nothing. */
  readonly spend: (measure: Measure) => void;
}

export interface ChatCaller extends ModelCaller {
  /**
   * Identifiers of all that the request quotes, such as chunks: the finished call is kept for a week, unless one of
   * them is deleted (`removeCalls`). `null`: it is not kept, since nothing repeats it.
   */
  readonly about: readonly string[] | null;
  /** Names this try of a request whose earlier output was of no use: only calls of the same try are found again. */
  readonly again?: string | undefined;
  /** Called with each part of the output as it arrives. */
  readonly onText?: (part: string) => void;
}
