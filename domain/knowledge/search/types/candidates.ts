/** Passages, or facts, that are ranked: the nearest in meaning, and as many by words; more if more are asked for. Set by judgement: no sample fixed it. */
export const CANDIDATES = 100;
