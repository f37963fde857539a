/** Search among communities: `SUMMARIES` finds those that the question is about. The passages of their summaries are the results. */
import { NO_PARTS, hitOf } from '../../../../engines/knowledge/retrieval/types.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/types.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { readableCommunities } from '../../graph/communities/communities.ts';
import type { ReadableCommunity } from '../../graph/communities/communities.ts';
import { lacksAny } from '../parts.ts';
import type { FoundCommunity, FoundParts } from '../parts.ts';
import { firstHop } from './hops.ts';
import type { Search } from '../search.ts';

/** Communities that are read at most. */
const MOST_FOUND = 100;

/** The communities whose members the best passages mention, best first. */
export async function aboutCommunities(search: Search): Promise<FoundParts> {
  const { ranked } = await firstHop(search);
  const voted = await votes(search, ranked);
  const scores = new Map(voted.map(({ community, score }) => [community, score]));
  const which = Prisma.sql`community.id = ANY(${[...scores.keys()]}::bigint[])`;
  const communities = await read(search, which, scores.size);
  const found = communities
    .map((community) => ({ community, score: scores.get(community.id) ?? 0 }))
    .toSorted((a, b) => b.score - a.score || Number(a.community.id) - Number(b.community.id));
  const parts = found.map((one) => ({ ...one, chunks: one.community.sentences.map(({ chunk }) => chunk) }));
  return { parts, hits: hitsOf(found), isMissing: found.length === 0 && (await lacksAny(search)) };
}

function read({ database, scope }: Search, which: Prisma.Sql, take: number): Promise<ReadableCommunity[]> {
  return readableCommunities(database, scope.caller, { which, matching: scope.matching, take });
}

/**
 * Passages vote for the communities of their entities: with their score, more for central members, less for large communities. The votes are
 * added in their order: in another one the sum may differ, by which rows beside them would show.
 */
async function votes(
  { database, scope }: Search,
  ranked: readonly { readonly chunk: string; readonly score: number }[],
): Promise<{ community: string; score: number }[]> {
  return database.db.$queryRaw`
    SELECT community.id::text AS community, sum(given.vote ORDER BY given.vote) / sqrt(sizes.members) AS score
    FROM unnest(${ranked.map(({ chunk }) => chunk)}::bigint[], ${ranked.map(({ score }) => score)}::float8[])
      AS voter(chunk_id, score)
    JOIN knowledge_chunk chunk ON chunk.id = voter.chunk_id JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
    JOIN knowledge_community_member member ON member.entity_id = mention.entity_id
    JOIN knowledge_community community ON community.id = member.community_id
      AND community.audience_id IS NOT DISTINCT FROM document.audience_id
    CROSS JOIN LATERAL (SELECT voter.score / sqrt(member.rank + 1) AS vote) given
    CROSS JOIN LATERAL (
      SELECT count(*) AS members FROM knowledge_community_member other WHERE other.community_id = community.id) sizes
    WHERE ${scope.matching} GROUP BY community.id, sizes.members ORDER BY score DESC, community.id LIMIT ${MOST_FOUND}`;
}

/** The first sentence of each community, then the second ones. */
function hitsOf(found: readonly FoundCommunity[]): Hit[] {
  const hits = new Map<string, Hit>();
  const most = Math.max(0, ...found.map(({ community }) => community.sentences.length));
  for (let place = 0; place < most; place++) {
    for (const { community, score } of found) {
      const sentence = community.sentences[place];
      if (sentence === undefined || hits.has(sentence.chunk)) continue;
      const share = score / (place + 1);
      const parts = { ...NO_PARTS, community: share };
      hits.set(sentence.chunk, hitOf({ chunk: sentence.chunk, score: share, parts }));
    }
  }
  return [...hits.values()];
}
