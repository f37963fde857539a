/** Passages grouped by community, as `SUMMARIES` and `GLOBAL` find them. */
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { readableCommunities } from '../graph/communities/communities.ts';
import type { ReadableCommunity } from '../graph/communities/communities.ts';
import type { Search } from './search.ts';

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

export interface FoundParts {
  /** Best first. */
  readonly parts: readonly Part[];
  /** Their passages, each once. */
  readonly hits: readonly Hit[];
  /** Whether the datasets have no communities that the caller may read. */
  readonly isMissing: boolean;
}

/** Whether the datasets have no communities that the caller may read. */
export async function lacksAny({ database, scope }: Search): Promise<boolean> {
  const which = Prisma.sql`community.dataset_id = ANY(${[...scope.datasetIds]}::text[])`;
  return (await readableCommunities(database, scope.caller, { which, matching: scope.readable, take: 1 })).length === 0;
}
