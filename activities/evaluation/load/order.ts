/** What a step asks of the load generator, and what that reports. */
import type { Arrivals, Load, Objective } from '../../../engines/evaluation/load/load.ts';
import type { Prompts, RequestShape } from '../../../engines/evaluation/load/prompts.ts';
import type { StoredTally } from '../../../engines/evaluation/load/tally.ts';
import type { Config } from '../../../platform/config.ts';

/** How a level is run. */
export interface LevelPlan {
  readonly load: Load;
  readonly arrivals: Arrivals;
  readonly objective: Objective | null;
  /** Requests before the measured ones; `null`: one for each user, or as many as arrive in a second. */
  readonly warmup: number | null;
  /** Time over which the users of a closed loop start; `null`: the median latency of the warm-up. */
  readonly ramp_seconds: number | null;
  /** Of a request, from its dispatch to the end of its answer. */
  readonly timeout_seconds: number;
  readonly shape: RequestShape;
}

export interface LevelOrder {
  readonly plan: LevelPlan;
  /** Of the chat or completion operation. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly prompts: Prompts;
  readonly maxConnections: number;
  readonly network: Config['network'];
  /** What earlier processes have measured of the level. */
  readonly before: StoredTally | null;
}

export type LevelProgress =
  /** Measured requests that have ended, sent every half second. */
  | { readonly completed: number }
  /** Sent every few seconds. */
  | { readonly snapshot: StoredTally };
