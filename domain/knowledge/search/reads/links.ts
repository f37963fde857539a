/** The entities that lead a search from one chunk to others. */
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { Role } from '../../../../engines/knowledge/names/index.ts';
import type { Entity, SeedEntity } from '../../../../engines/knowledge/retrieval/index.ts';
import { MENTION_ROLES } from '../../documents/mentions.ts';
import type { SearchScope } from '../scope.ts';

/** That a chunk mentions an entity. */
interface Link {
  readonly entity: string;
  readonly chunk: string;
  readonly role: Role;
}

/** Those of the names that readable chunks of the scope's datasets mention. */
export function entitiesNamed(database: Database, scope: SearchScope, names: readonly string[]): Promise<Entity[]> {
  return database.db.$queryRaw<Entity[]>`
    SELECT entity.id::text, entity.name, readable.* FROM knowledge_entity entity ${readableCounts(scope)}
    WHERE entity.dataset_id = ANY(${[...scope.datasetIds]}::text[]) AND entity.name = ANY(${[...names]}::text[])
      AND readable.chunks > 0
    ORDER BY entity.name, entity.dataset_id`;
}

/**
 * Joins the counts of `entity` that the caller may read: of all chunks, without those that are restricted to others.
 */
function readableCounts({ hidden }: SearchScope): Prisma.Sql {
  return Prisma.sql`CROSS JOIN LATERAL (
    SELECT (entity.chunks - coalesce(sum(restricted.chunks), 0))::int AS chunks,
      (entity.titles - coalesce(sum(restricted.titles), 0))::int AS titles
    FROM knowledge_restricted_entity restricted
    WHERE restricted.entity_id = entity.id AND restricted.audience_id IN ${hidden}) readable`;
}

/**
 * Chunks of the scope with one of these entities as their title, each with the number of chunks that have that title.
 */
export async function chunksTitled(
  { db }: Database,
  scope: SearchScope,
  entities: readonly string[],
  take: number,
): Promise<ReadonlyMap<string, number>> {
  if (entities.length === 0) return new Map();
  const rows = await db.$queryRaw<{ chunk: string; titles: number }[]>`
    SELECT mention.chunk_id::text AS chunk, readable.titles FROM knowledge_mention mention
    JOIN knowledge_entity entity ON entity.id = mention.entity_id ${readableCounts(scope)}
    JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE mention.role = ${MENTION_ROLES.title} AND mention.entity_id = ANY(${[...entities]}::bigint[])
      AND ${scope.matching}
    ORDER BY readable.titles, mention.chunk_id LIMIT ${take}`;
  return new Map(rows.toReversed().map(({ chunk, titles }) => [chunk, titles]));
}

/** The entities of each of the chunks, with the role that they have there. */
export async function entitiesOf(
  { db }: Database,
  scope: SearchScope,
  chunks: readonly string[],
): Promise<ReadonlyMap<string, readonly SeedEntity[]>> {
  const rows = await db.$queryRaw<(SeedEntity & { chunk: string })[]>`
    SELECT mention.chunk_id::text AS chunk, mention.role, mention.label, entity.id::text, entity.name, readable.*
    FROM knowledge_mention mention JOIN knowledge_entity entity ON entity.id = mention.entity_id
      ${readableCounts(scope)}
    WHERE mention.chunk_id = ANY(${[...chunks]}::bigint[]) ORDER BY entity.name`;
  return Map.groupBy(rows, ({ chunk }) => chunk);
}

/**
 * For each of the entities at most `each` chunks of the scope that mention it, those that have it as their title first.
 */
export async function chunksLinkedTo(
  { db }: Database,
  { matching }: SearchScope,
  entities: readonly string[],
  each: number,
): Promise<Link[]> {
  if (entities.length === 0) return [];
  return db.$queryRaw<Link[]>`
    SELECT entity.id::text AS entity, linked.chunk, linked.role
    FROM unnest(${[...entities]}::bigint[]) AS entity(id) CROSS JOIN LATERAL (
      SELECT mention.chunk_id::text AS chunk, mention.role FROM knowledge_mention mention
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = entity.id AND ${matching}
      ORDER BY mention.role DESC, mention.chunk_id LIMIT ${each}) linked`;
}

/** The roles that the entities have in those of the chunks that mention them. */
export async function rolesIn(
  { db }: Database,
  entities: readonly string[],
  chunks: readonly string[],
): Promise<Link[]> {
  if (entities.length === 0) return [];
  return db.$queryRaw<Link[]>`
    SELECT entity_id::text AS entity, chunk_id::text AS chunk, role FROM knowledge_mention
    WHERE entity_id = ANY(${[...entities]}::bigint[]) AND chunk_id = ANY(${[...chunks]}::bigint[])`;
}
