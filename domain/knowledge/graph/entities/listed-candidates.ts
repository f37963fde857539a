/** Candidates for merges and for splits in one list, which is read in pages. */
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { findCandidates } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { findSplits } from './splits.ts';
import type { SplitCandidate } from './splits.ts';

/** Entities that are compared. */
export const MOST_COMPARED = 10_000;
/** Names whose documents are told apart. */
export const MOST_SPLIT = 2000;

/** The score has three decimals. */
export type ListedCandidate = ({ readonly kind: 'merge' } & Candidate) | ({ readonly kind: 'split' } & SplitCandidate);

/** A candidate, and where it is in the list. */
export interface PlacedCandidate {
  readonly candidate: ListedCandidate;
  readonly place: string;
}

export interface CandidateList {
  /** Best first: in the order of their places. */
  readonly candidates: readonly PlacedCandidate[];
  /** Whether all entities were compared for merges. */
  readonly isComplete: boolean;
}

/** The candidates of at least a score. */
export async function listCandidates(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  threshold: number,
): Promise<CandidateList> {
  const [{ candidates: merges, isComplete }, splits] = await Promise.all([
    findCandidates(database, datasetId, matching, { threshold, most: MOST_COMPARED }),
    findSplits(database, datasetId, matching, { threshold, most: MOST_SPLIT }),
  ]);
  const found: ListedCandidate[] = [
    ...merges.map((merge) => ({ ...merge, kind: 'merge' as const, score: rounded(merge.score) })),
    ...splits.map((split) => ({ ...split, kind: 'split' as const, score: rounded(split.score) })),
  ];
  const candidates = found
    .map((candidate) => ({ candidate, place: placeOf(candidate) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
  return { candidates, isComplete };
}

const rounded = (score: number): number => Number(score.toFixed(3));

/** Made of the candidate alone: a correction between two pages moves no other candidate. */
function placeOf(candidate: ListedCandidate): string {
  const names = candidate.kind === 'merge' ? candidate.entities.map(({ name }) => name) : [candidate.name];
  return [(1 - candidate.score).toFixed(3), candidate.kind, ...names].join('\n');
}
