/** What a search finds before it is decided what of it is shown. */
import type { Hit, ScoreParts } from '../../../engines/knowledge/retrieval/index.ts';
import type { AskedTime } from '../../../engines/knowledge/time/index.ts';
import type { ReadableCommunity } from '../graph/communities/communities.ts';
import type { PlacedDate } from '../graph/time/dates.ts';
import type { StatedFact } from './reads/facts.ts';
import type { SearchWarning } from './warnings.ts';

/**
 * Passages, or facts, that are ranked: the nearest in meaning, and as many by words; more if more are asked for. Set by
 * judgement: no sample fixed it.
 */
export const CANDIDATES = 100;

/** All best first: more than was asked for, if there is more. */
export interface Findings {
  readonly hits: readonly Hit[];
  /** The facts that the passages state, where facts are searched. */
  readonly facts: readonly FoundFact[];
  /** The communities that the passages are of, where communities are searched. */
  readonly parts: readonly Part[];
  /** The time that was asked for, where time is searched; `null`: none. */
  readonly time: AskedTime | null;
  /** The date of each passage that counted, by its chunk, where time is searched. */
  readonly dates: ReadonlyMap<string, PlacedDate>;
  readonly warnings: readonly SearchWarning[];
}

/** What a search that finds passages alone has of everything else. */
export const NOTHING: Findings = { hits: [], facts: [], parts: [], time: null, dates: new Map(), warnings: [] };

export interface FoundFact extends StatedFact {
  readonly score: number;
  readonly parts: ScoreParts;
}

export interface FoundCommunity {
  readonly community: ReadableCommunity;
  readonly score: number;
}

/** Passages that are read together: those of a community, or those that none of the others holds. */
export interface Part {
  readonly community: ReadableCommunity | null;
  readonly score: number;
  /** Best first. */
  readonly chunks: readonly string[];
}
