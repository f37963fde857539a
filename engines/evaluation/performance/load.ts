/** What a performance run puts an endpoint under, in the form in which workflows carry it. */

export const ARRIVALS = ['constant', 'poisson', 'gamma'] as const;

/** How requests of an open loop arrive: a renewal process with the rate of the level. */
export interface Arrivals {
  readonly process: (typeof ARRIVALS)[number];
  /** Shape of the gamma distribution of the gaps: 1 is Poisson, less is burstier. Only `gamma` reads it. */
  readonly shape: number;
}

/** The load of one level. It ends with the first limit that it reaches. */
export interface Load {
  /**
   * Closed loop: users, each of whom sends the next request once the last one has been answered. Open loop: requests in
   * flight at most, later ones wait for a socket; `null` for the most that the installation allows.
   */
  readonly parallel: number | null;
  /** Open loop: requests a second, whether or not earlier ones have been answered. `null`: closed loop. */
  readonly rate: number | null;
  /** Measured requests; `null`: as many as fit into the duration. */
  readonly number: number | null;
  /** No request starts later. */
  readonly duration_seconds: number;
}

/** The objective of a request, in milliseconds; `null`: none. Times count from the intended start. */
export interface Objective {
  readonly ttft_ms: number | null;
  readonly tpot_ms: number | null;
  readonly latency_ms: number | null;
}

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
  readonly request: RequestShape;
}

/** What all requests of a run have in common besides their prompts. */
export interface RequestShape {
  /** As the endpoint calls it; `null`: the endpoint decides. */
  readonly model: string | null;
  readonly stream: boolean;
  /** `null`: the endpoint decides. */
  readonly max_tokens: number | null;
}
