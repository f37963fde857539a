/**
 * The passages for a question about all documents, divided among communities: each is read with those that it belongs
 * with, and what is in no community is not lost.
 */
import { byScore } from '../retrieval/index.ts';
import type { Hit } from '../retrieval/index.ts';

/** Parts at most: a language model is asked about each. */
export const MOST_PARTS = 20;
/** Passages of a part at most. */
export const MOST_OF_PART = 20;

/** Passages that are read together. */
export interface PassagesTogether {
  /** `null`: they belong to none of the other parts. */
  readonly community: string | null;
  /** Best first; at least one. */
  readonly passages: readonly [Hit, ...Hit[]];
}

/**
 * The parts with the best passages, best first. `holders` has the community of each passage that is in one. Passages of
 * communities for which there is no room form one part with those that are in none.
 */
export function divideAmong(scored: readonly Hit[], holders: ReadonlyMap<string, string>): PassagesTogether[] {
  const best = scored.toSorted(byScore);
  const held = [...Map.groupBy(best, ({ chunk }) => holders.get(chunk) ?? null)];
  const groups = held.filter(([community]) => community !== null);
  const chosen = held.length <= MOST_PARTS ? groups : groups.slice(0, MOST_PARTS - 1);
  const own = new Set(chosen.map(([community]) => community));
  const others = best.filter(({ chunk }) => !own.has(holders.get(chunk) ?? null));
  return [...chosen, [null, others] as const]
    .flatMap(([community, [first, ...more]]): PassagesTogether[] =>
      first === undefined ? [] : [{ community, passages: [first, ...more.slice(0, MOST_OF_PART - 1)] }],
    )
    .toSorted((a, b) => byScore(a.passages[0], b.passages[0]));
}

/**
 * All passages, best first, so that each community has its turn: as seats are allotted by the method of D'Hondt, the
 * score of the second passage of a community counts half, that of the third a third. A passage of no community stands
 * for itself.
 */
export function spread(parts: readonly PassagesTogether[]): Hit[] {
  return parts
    .flatMap(({ community, passages }) =>
      passages.map((passage, place): Hit => {
        const score = community === null ? passage.score : passage.score / (place + 1);
        return { ...passage, score, parts: { ...passage.parts, community: score - passage.score } };
      }),
    )
    .toSorted(byScore);
}
