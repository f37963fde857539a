/**
 * Search in all communities, for questions about all documents: the passages near to the question, divided among the
 * communities that they belong to.
 */
import { MOST_PARTS, divideAmong, spread } from '../../../../engines/knowledge/communities/index.ts';
import { scoreCandidates } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { readableCommunities } from '../../graph/communities/communities.ts';
import type { ReadableCommunity } from '../../graph/communities/communities.ts';
import { NOTHING } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { Search } from '../opening.ts';
import { communitiesHolding, longestPassages, nearestOfCommunities } from '../reads/communities.ts';
import type { PossiblePassage } from '../reads/communities.ts';
import type { SearchScope } from '../scope.ts';
import { missingCommunities } from './communities.ts';
import { candidatesOf, firstHop } from './hops.ts';

/** Communities that a question for all of them looks at: those with the most connected members. */
const LOOKED_AT = 100;

/**
 * The communities of the first level with the most connected members, as far as the caller may read them and the
 * filters match.
 */
function largestCommunities(
  database: Database,
  { caller, datasetIds, matching }: Pick<SearchScope, 'caller' | 'datasetIds' | 'matching'>,
): Promise<ReadableCommunity[]> {
  const which = Prisma.sql`community.dataset_id = ANY(${[...datasetIds]}::text[]) AND community.level = 0`;
  return readableCommunities(database, caller, { which, matching, take: LOOKED_AT });
}

/**
 * The communities with the best passages, and the best passages of no community. Candidates are those of the first hop,
 * the nearest ones of each community, and those of the summaries.
 */
export async function allCommunities(search: Search): Promise<Findings> {
  const { database, scope } = search;
  const [communities, { ranked }] = await Promise.all([largestCommunities(database, scope), firstHop(search)]);
  const byId = new Map(communities.map((community) => [community.id, community]));
  const hits = [...ranked, ...(await hitsBeyond(search, ranked, communities))];
  const chunks = hits.map(({ chunk }) => chunk);
  const divided = divideAmong(hits, await communitiesHolding(database, [...byId.keys()], chunks));
  const parts = divided.map(({ community, passages }) => ({
    community: byId.get(community ?? '') ?? null,
    score: passages[0].score,
    chunks: passages.map(({ chunk }) => chunk),
  }));
  const warnings = communities.length === 0 ? await missingCommunities(search) : [];
  return { ...NOTHING, parts, hits: spread(divided), warnings };
}

/** Passages of the communities that the first hop has not ranked, scored as it does, though not by titles. */
async function hitsBeyond(
  search: Search,
  ranked: readonly Hit[],
  communities: readonly ReadableCommunity[],
): Promise<Hit[]> {
  const { database, scope, question, lexical } = search;
  const { vector, scale } = await search.meaning();
  const ids = communities.map(({ id }) => id);
  const nearest = await nearestOfCommunities(database, scope, vector, ids);
  const known = new Set(ranked.map(({ chunk }) => chunk));
  const told = communities.flatMap(({ sentences }) => sentences.map(({ chunk }) => chunk));
  const chunks = [...new Set([...nearest, ...told])].filter((chunk) => !known.has(chunk));
  return scoreCandidates(question.asked, await candidatesOf(search, chunks, new Map()), { scale, lexical });
}

/**
 * What {@link allCommunities} may find for any question: of each part that there may be, the longest passages, at most
 * `each`.
 */
export async function possibleParts(
  database: Database,
  scope: Pick<SearchScope, 'caller' | 'datasetIds' | 'matching'>,
  each: number,
): Promise<(readonly PossiblePassage[])[]> {
  const communities = (await largestCommunities(database, scope)).map(({ id }) => id);
  // With more communities than parts, any passage may be in the part of the others.
  const apart = communities.length < MOST_PARTS ? communities : [];
  const passages = await longestPassages(database, scope, { communities, apart }, each);
  return [...Map.groupBy(passages, ({ community }) => community).values()];
}
