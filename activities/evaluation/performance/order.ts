/** What a step asks of the load generator, and what that reports. */
import type { LevelPlan, Prompts, StoredTally } from '../../../engines/evaluation/performance/index.ts';
import type { Config } from '../../../domain/settings.ts';

export interface LevelOrder {
  readonly plan: LevelPlan;
  /** Of the chat or completion operation. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly prompts: Prompts;
  readonly maxConnections: number;
  /** Requests of an open loop in any second, at most. */
  readonly maxRate: number;
  readonly network: Config['network'];
  /** What earlier processes have measured of the level. */
  readonly before: StoredTally | null;
}

export type LevelProgress =
  /** Measured requests that have ended, sent every half second. */
  | { readonly completed: number }
  /** Sent every few seconds. */
  | { readonly snapshot: StoredTally };
