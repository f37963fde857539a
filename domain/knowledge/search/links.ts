/** The entities that lead a search from one chunk to others. */
import type { Database } from '../../../platform/database/client.ts';
import type { Role } from '../../../engines/knowledge/names/chunk-names.ts';
import type { Entity, SeedEntity } from '../../../engines/knowledge/retrieval/types.ts';
import { MENTION_ROLES } from '../entities.ts';
import type { SearchScope } from './scope.ts';

/** That a chunk mentions an entity. */
export interface Link {
  readonly entity: string;
  readonly chunk: string;
  readonly role: Role;
}

/** Those of the names that entities of the scope's datasets have. */
export function entitiesNamed(
  { db }: Database,
  { datasetIds }: SearchScope,
  names: readonly string[],
): Promise<Entity[]> {
  return db.$queryRaw<Entity[]>`
    SELECT id::text, name, chunks, titles FROM knowledge_entity
    WHERE dataset_id = ANY(${[...datasetIds]}::text[]) AND name = ANY(${[...names]}::text[]) ORDER BY knowledge_entity.id`;
}

/** Chunks of the scope with one of these entities as their title, each with the number of chunks that have that title. */
export async function chunksTitled(
  { db }: Database,
  { matching }: SearchScope,
  entities: readonly string[],
  take: number,
): Promise<ReadonlyMap<string, number>> {
  if (entities.length === 0) return new Map();
  const rows = await db.$queryRaw<{ chunk: string; titles: number }[]>`
    SELECT mention.chunk_id::text AS chunk, entity.titles FROM knowledge_mention mention
    JOIN knowledge_entity entity ON entity.id = mention.entity_id
    JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE mention.role = ${MENTION_ROLES.title} AND mention.entity_id = ANY(${[...entities]}::bigint[]) AND ${matching}
    ORDER BY entity.titles, mention.chunk_id LIMIT ${take}`;
  return new Map(rows.toReversed().map(({ chunk, titles }) => [chunk, titles]));
}

/** The entities of each of the chunks, with the role that they have there. */
export async function entitiesOf(
  { db }: Database,
  chunks: readonly string[],
): Promise<ReadonlyMap<string, readonly SeedEntity[]>> {
  const rows = await db.$queryRaw<(SeedEntity & { chunk: string })[]>`
    SELECT mention.chunk_id::text AS chunk, mention.role, mention.label, entity.id::text, entity.name, entity.chunks, entity.titles
    FROM knowledge_mention mention JOIN knowledge_entity entity ON entity.id = mention.entity_id
    WHERE mention.chunk_id = ANY(${[...chunks]}::bigint[]) ORDER BY entity.id`;
  return Map.groupBy(rows, ({ chunk }) => chunk);
}

/** For each of the entities at most `each` chunks of the scope that mention it, those that have it as their title first. */
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
