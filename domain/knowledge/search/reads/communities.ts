/** The passages of communities: those of the scope that mention their members. */
import type { ShownPassage } from '../../../../engines/knowledge/answer/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { hasVectorOf, vectorLiteral, vectorType } from '../../datasets/vectors.ts';
import type { SearchScope } from '../scope.ts';

/**
 * Members of a community, the most central ones, and mentions of each, whose passages are compared with the question;
 * passages that are kept. They bound the cost; no sample fixed them.
 */
const CENTRAL = 20;
const MENTIONS = 25;
const NEAREST = 10;

/** For each of the communities the chunks nearest to a vector that mention its central members; each chunk once. */
export async function nearestOfCommunities(
  { db }: Database,
  { matching, model }: SearchScope,
  vector: Float32Array,
  communities: readonly string[],
): Promise<string[]> {
  const type = vectorType(model);
  const rows = await db.$queryRaw<{ chunk: string }[]>`
    WITH probe AS MATERIALIZED (SELECT ${vectorLiteral(vector)}::${type} AS vector)
    SELECT DISTINCT near.chunk_id::text AS chunk FROM unnest(${[...communities]}::bigint[]) AS asked(id) CROSS
      JOIN LATERAL (
      SELECT vector.chunk_id FROM probe CROSS JOIN (
        SELECT DISTINCT mentioned.chunk_id FROM knowledge_community_member member CROSS JOIN LATERAL (
          SELECT mention.chunk_id FROM knowledge_mention mention
            JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
          JOIN knowledge_document document ON document.id = chunk.document_pk
          WHERE mention.entity_id = member.entity_id AND ${matching}
          ORDER BY mention.role DESC, mention.chunk_id LIMIT ${MENTIONS}) mentioned
        WHERE member.community_id = asked.id AND member.rank < ${CENTRAL}) held
      JOIN knowledge_vector vector ON vector.chunk_id = held.chunk_id AND ${hasVectorOf(model)}
      ORDER BY (vector.embedding::${type} <=> probe.vector) + 0, vector.chunk_id LIMIT ${NEAREST}) near`;
  return rows.map(({ chunk }) => chunk);
}

/**
 * To which of the communities each of the chunks belongs: that whose central members it mentions most. Chunks of none
 * are absent.
 */
export async function communitiesHolding(
  { db }: Database,
  communities: readonly string[],
  chunks: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.$queryRaw<{ chunk: string; community: string }[]>`
    SELECT DISTINCT ON (mention.chunk_id) mention.chunk_id::text AS chunk, member.community_id::text AS community
    FROM knowledge_mention mention JOIN knowledge_community_member member ON member.entity_id = mention.entity_id
    WHERE mention.chunk_id = ANY(${[...chunks]}::bigint[]) AND member.community_id = ANY(${[...communities]}::bigint[])
    GROUP BY mention.chunk_id, member.community_id
    ORDER BY mention.chunk_id, sum(1 / sqrt(member.rank + 1) ORDER BY member.rank) DESC, member.community_id`;
  return new Map(rows.map(({ chunk, community }) => [chunk, community]));
}

/** A passage that mentions members of a community, or, with `null`, of none. */
export interface PossiblePassage extends ShownPassage {
  readonly community: string | null;
}

/**
 * The longest passages of each of the communities, and of those that mention no member of `apart`, at most `each`.
 * Without a question nothing is nearest: all mentions are read.
 */
export function longestPassages(
  { db }: Database,
  { datasetIds, matching }: Pick<SearchScope, 'datasetIds' | 'matching'>,
  { communities, apart }: { readonly communities: readonly string[]; readonly apart: readonly string[] },
  each: number,
): Promise<PossiblePassage[]> {
  return db.$queryRaw<PossiblePassage[]>`
    SELECT asked.id::text AS community, longest.heading, longest.text
      FROM unnest(${[...communities]}::bigint[]) AS asked(id) CROSS JOIN LATERAL (
      SELECT DISTINCT chunk.tokens, chunk.id, chunk.heading, chunk.body AS text FROM knowledge_community_member member
      JOIN knowledge_mention mention ON mention.entity_id = member.entity_id
        JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE member.community_id = asked.id AND ${matching} ORDER BY chunk.tokens DESC, chunk.id LIMIT ${each}) longest
    UNION ALL
    SELECT NULL, alone.* FROM (
      SELECT chunk.heading, chunk.body FROM knowledge_chunk chunk
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE chunk.dataset_id = ANY(${[...datasetIds]}::text[]) AND ${matching} AND NOT EXISTS (
        SELECT FROM knowledge_mention mention
          JOIN knowledge_community_member member ON member.entity_id = mention.entity_id
        WHERE mention.chunk_id = chunk.id AND member.community_id = ANY(${[...apart]}::bigint[]))
      ORDER BY chunk.tokens DESC, chunk.id LIMIT ${each}) alone`;
}
