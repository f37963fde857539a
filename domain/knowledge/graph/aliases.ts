/**
 * Which entities are one under several names, as far as certain documents show it: those that a caller may read. Nothing is merged in the
 * database, so that a merge ends with the chunk that justified it, and does not appear to those who may not read that chunk.
 */
import type { AliasRule } from '../../../engines/knowledge/options.ts';
import { resolveAliases } from '../../../engines/knowledge/aliases/resolve.ts';
import type { AliasEntity, Resolution } from '../../../engines/knowledge/aliases/resolve.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { MENTION_ROLES } from '../cognify/entities.ts';

/** Where a chunk shows an alias: UTF-16 code units of its text, end exclusive. */
export interface AliasEvidence {
  readonly chunk_id: string;
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
}

/** That readable documents show one entity to be another one by another name. Entities are named by their rows, documents too. */
export interface ShownAlias {
  readonly alias: string;
  /** Normal form of the alias. */
  readonly name: string;
  readonly main: string;
  readonly rule: AliasRule;
  readonly documents: readonly string[];
  /** The first one. */
  readonly evidence: AliasEvidence;
}

export interface Aliases extends Resolution {
  readonly shown: readonly ShownAlias[];
}

/** Rows of aliases with the entities that have the two names. */
const PAIRS = Prisma.sql`(
  SELECT alias.*, other.id AS alias_id, main.id AS main_id FROM knowledge_alias alias
  JOIN knowledge_entity other ON other.dataset_id = alias.dataset_id AND other.name = alias.alias
  JOIN knowledge_entity main ON main.dataset_id = alias.dataset_id AND main.name = alias.name
  WHERE alias.rule <> 'initials'
  UNION ALL
  SELECT alias.*, other.id AS alias_id, main.id AS main_id FROM knowledge_alias alias
  JOIN knowledge_entity other ON other.dataset_id = alias.dataset_id AND other.name = alias.alias
  JOIN knowledge_entity main ON main.dataset_id = alias.dataset_id AND main.name LIKE '% % %'
    AND knowledge_initials(main.name) = alias.name AND main.id <> other.id
  WHERE alias.rule = 'initials')`;

/**
 * The aliases of these entities, and of what they stand for, and so on. `matching` holds for the rows of `knowledge_document`, under the alias
 * `document`, that decide.
 */
export async function aliasesOf(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<Aliases> {
  const shown = await shownAliases(database, datasetId, matching, entities);
  const ids = [...new Set(shown.flatMap(({ alias, main }) => [alias, main]))];
  const known = await aliasEntities(database, matching, ids);
  return { shown, ...resolveAliases(shown, new Map(known.map((entity) => [entity.id, entity]))) };
}

function shownAliases(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<ShownAlias[]> {
  if (entities.length === 0) return Promise.resolve([]);
  return db.$queryRaw<ShownAlias[]>`
    WITH RECURSIVE near(id) AS (
      SELECT unnest(${[...entities]}::bigint[])
      UNION
      SELECT other.id FROM near CROSS JOIN LATERAL (
        SELECT main_id AS id FROM ${PAIRS} pair WHERE pair.dataset_id = ${datasetId} AND pair.alias_id = near.id
        UNION ALL
        SELECT alias_id FROM ${PAIRS} pair WHERE pair.dataset_id = ${datasetId} AND pair.main_id = near.id) other)
    SELECT pair.alias_id::text AS alias, pair.alias AS name, pair.main_id::text AS main, pair.rule,
      array_agg(DISTINCT document.id::text) AS documents,
      (array_agg(jsonb_build_object('chunk_id', chunk.id::text, 'document_id', document.document_id,
        'start', pair.start, 'end', pair."end") ORDER BY chunk.id))[1] AS evidence
    FROM near JOIN ${PAIRS} pair ON pair.alias_id = near.id AND pair.dataset_id = ${datasetId}
    JOIN knowledge_chunk chunk ON chunk.id = pair.chunk_id JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE ${matching} AND ${isMentioned(Prisma.sql`pair.main_id`, matching)}
    GROUP BY pair.alias_id, pair.alias, pair.main_id, pair.rule ORDER BY pair.alias, pair.main_id, pair.rule`;
}

function isMentioned(entity: Prisma.Sql, matching: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE mention.entity_id = ${entity} AND ${matching})`;
}

function aliasEntities({ db }: Database, matching: Prisma.Sql, ids: readonly string[]): Promise<AliasEntity[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.$queryRaw<AliasEntity[]>`
    SELECT entity.id::text, entity.name, seen.type, seen."isSubject" FROM knowledge_entity entity CROSS JOIN LATERAL (
      SELECT mode() WITHIN GROUP (ORDER BY mention.type) AS type,
        coalesce(bool_or(mention.role = ${MENTION_ROLES.title} AND NOT EXISTS (
          SELECT FROM knowledge_alias alias JOIN knowledge_chunk sibling ON sibling.id = alias.chunk_id
          WHERE alias.dataset_id = entity.dataset_id AND alias.alias = entity.name
            AND sibling.document_pk = chunk.document_pk)), false) AS "isSubject"
      FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = entity.id AND ${matching}) seen
    WHERE entity.id = ANY(${[...ids]}::bigint[])`;
}

/**
 * The aliases as a relation in SQL: by `entity_id` and `document_pk` (`null`: all documents) the `main_id` that a mention stands for. An entity
 * that is no alias has no row.
 */
export function aliasRelation({ everywhere, within }: Resolution): Prisma.Sql {
  const rows: { alias: string; document: string | null; main: string }[] = [];
  for (const [alias, main] of everywhere) rows.push({ alias, document: null, main });
  for (const [alias, mains] of within) for (const [document, main] of mains) rows.push({ alias, document, main });
  return Prisma.sql`unnest(${rows.map(({ alias }) => alias)}::bigint[], ${rows.map(({ document }) => document)}::bigint[],
    ${rows.map(({ main }) => main)}::bigint[])`;
}

/** The entities that stand for one of these somewhere, and these. */
export function namesOf({ everywhere, within }: Resolution, mains: readonly string[]): string[] {
  const wanted = new Set(mains);
  const names = new Set(mains);
  for (const [alias, main] of everywhere) if (wanted.has(main)) names.add(alias);
  for (const [alias, ofDocuments] of within)
    if ([...ofDocuments.values()].some((main) => wanted.has(main))) names.add(alias);
  return [...names];
}
