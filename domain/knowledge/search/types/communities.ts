/**
 * Search among communities: `SUMMARIES` finds those that the question is about. The passages of their summaries are the
 * results.
 */
import { hitOf } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/index.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { readableCommunities } from '../../graph/communities/communities.ts';
import { NOTHING } from '../findings.ts';
import type { Findings, FoundCommunity } from '../findings.ts';
import type { Search } from '../opening.ts';
import type { SearchWarning } from '../warnings.ts';
import { firstHop } from './hops.ts';

/** Communities that are read at most. */
const MOST_FOUND = 100;

const NO_COMMUNITIES: SearchWarning = {
  code: 'communities_missing',
  message: 'There are no communities that you may read. Run a Memify job with the pipeline communities.',
};

/** The communities whose members the best passages mention, best first. */
export async function aboutCommunities(search: Search): Promise<Findings> {
  const { database, scope } = search;
  const { ranked } = await firstHop(search);
  const voted = await votes(search, ranked);
  const scores = new Map(voted.map(({ community, score }) => [community, score]));
  const which = Prisma.sql`community.id = ANY(${[...scores.keys()]}::bigint[])`;
  const { matching } = scope;
  const communities = await readableCommunities(database, scope.caller, { which, matching, take: scores.size });
  const found = communities
    .map((community) => ({ community, score: scores.get(community.id) ?? 0 }))
    .toSorted((a, b) => b.score - a.score || Number(a.community.id) - Number(b.community.id));
  const parts = found.map((one) => ({ ...one, chunks: one.community.sentences.map(({ chunk }) => chunk) }));
  return {
    ...NOTHING,
    parts,
    hits: hitsOf(found),
    warnings: found.length === 0 ? await missingCommunities(search) : [],
  };
}

/** A warning if the datasets have no communities that the caller may read. */
export async function missingCommunities({ database, scope }: Search): Promise<SearchWarning[]> {
  const which = Prisma.sql`community.dataset_id = ANY(${[...scope.datasetIds]}::text[])`;
  const any = await readableCommunities(database, scope.caller, { which, matching: scope.readable, take: 1 });
  return any.length === 0 ? [NO_COMMUNITIES] : [];
}

/**
 * Passages vote for the communities of their entities: with their score, more for central members, less for large
 * communities. The votes are added in their order: in another one the sum may differ, by which rows beside them would
 * show.
 */
async function votes(
  { database, scope }: Search,
  ranked: readonly Hit[],
): Promise<{ community: string; score: number }[]> {
  return database.db.$queryRaw`
    SELECT community.id::text AS community, sum(given.vote ORDER BY given.vote) / sqrt(sizes.members) AS score
    FROM unnest(${ranked.map(({ chunk }) => chunk)}::bigint[], ${ranked.map(({ score }) => score)}::float8[])
      AS voter(chunk_id, score)
    JOIN knowledge_chunk chunk ON chunk.id = voter.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
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
      hits.set(sentence.chunk, hitOf(sentence.chunk, { community: score / (place + 1) }));
    }
  }
  return [...hits.values()];
}
