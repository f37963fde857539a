/**
 * Which entities are one under several names, as far as certain documents, those that a caller may read, show it, or
 * a correction says it (./corrections-in-force.ts). Nothing is merged in the database, so that a merge ends with the chunk
 * or the correction that justified it, and does not appear to those who may not read that chunk.
 */
import { correctAliases, byKeys, keyConflicts, resolveAliases } from '../../../engines/knowledge/aliases/index.ts';
import type { Corrected, AliasEntity, AliasStatement, Resolution } from '../../../engines/knowledge/aliases/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { MENTION_ROLES } from '../documents/mentions.ts';
import { nameCorrections, sensesOf } from './corrections-in-force.ts';
import type { Sense } from './corrections-in-force.ts';
import { nearEntities } from './near-entities.ts';
import { shownAliases } from './shown-aliases.ts';
import type { AliasEvidence, ShownAlias } from './shown-aliases.ts';

/** That a correction makes one name another one's. The evidence is the first readable place that mentions it. */
export interface CorrectedAlias {
  readonly alias: string;
  readonly name: string;
  readonly correction: string;
  readonly evidence: AliasEvidence;
}

export interface Aliases extends Resolution {
  readonly shown: readonly ShownAlias[];
  readonly corrected: readonly CorrectedAlias[];
  readonly senses: readonly Sense[];
}

/**
 * The aliases of these entities, and of what they stand for, and so on. `matching` holds for the rows of
 * `knowledge_document`, under the alias `document`, that decide.
 */
export async function aliasesOf(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  asked: readonly string[],
): Promise<Aliases> {
  const near = await nearEntities(database, datasetId, asked);
  const [stated, corrections, senses] = await Promise.all([
    shownAliases(database, datasetId, matching, near),
    nameCorrections(database, datasetId, matching, near),
    sensesOf(database, datasetId, matching, near),
  ]);
  const ids = [...new Set(stated.flatMap(({ alias, main }) => [alias, main]))];
  const known = await aliasEntities(database, matching, ids);
  const entities = new Map(known.map((entity) => [entity.id, entity]));
  const ambiguous = await ambiguousRecords(database, stated);
  const shown = byKeys(stated, ambiguous, (id) => entities.get(id)?.name ?? '');
  const resolution = resolveAliases(shown, entities);
  const corrected = correctAliases(resolution, corrections);
  return { shown, ...corrected, corrected: await correctedAliases(database, matching, corrected, shown), senses };
}

/**
 * The entities whose name records with different keys have. Keys tell records apart where their documents give another
 * key to one name as well.
 */
async function ambiguousRecords({ db }: Database, shown: readonly ShownAlias[]): Promise<ReadonlySet<string>> {
  const conflicts = keyConflicts(shown);
  if (conflicts.length === 0) return new Set();
  const rows = await db.$queryRaw<{ main: string }[]>`
    SELECT DISTINCT conflict.main FROM unnest(${conflicts.map(({ main }) => main)}::text[],
        ${conflicts.map(({ documents: [one] }) => one)}::bigint[],
          ${conflicts.map(({ documents: [, other] }) => other)}::bigint[])
      AS conflict(main, one, other)
    WHERE EXISTS (
      SELECT FROM knowledge_chunk chunk JOIN knowledge_alias alias ON alias.chunk_id = chunk.id
        AND alias.rule = 'record_key'
      JOIN knowledge_alias same ON same.dataset_id = alias.dataset_id AND same.alias = alias.alias
        AND same.name = alias.name
        AND same.rule = alias.rule
      JOIN knowledge_chunk elsewhere ON elsewhere.id = same.chunk_id
      WHERE chunk.document_pk = conflict.one AND elsewhere.document_pk = conflict.other)`;
  return new Set(rows.map(({ main }) => main));
}

/** The names that stand for others by a correction alone. */
async function correctedAliases(
  { db }: Database,
  matching: Prisma.Sql,
  { everywhere, correctedBy }: Corrected,
  shown: readonly AliasStatement[],
): Promise<CorrectedAlias[]> {
  const isMerged = ({ alias, main }: AliasStatement): boolean =>
    everywhere.get(alias) === (everywhere.get(main) ?? main);
  const isShown = new Set(shown.filter(isMerged).map(({ alias }) => alias));
  const ids = [...correctedBy.keys()].filter((id) => everywhere.has(id) && !isShown.has(id));
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<Omit<CorrectedAlias, 'correction'>[]>`
    SELECT entity.id::text AS alias, entity.name, seen.evidence FROM knowledge_entity entity CROSS JOIN LATERAL (
      SELECT jsonb_build_object('chunk_id', chunk.id::text, 'document_id', document.document_id,
        'start', coalesce(mention.spans[1], 0), 'end', coalesce(mention.spans[2], 0)) AS evidence
      FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = entity.id AND ${matching} ORDER BY chunk.id LIMIT 1) seen
    WHERE entity.id = ANY(${ids}::bigint[]) ORDER BY entity.name`;
  return rows.map((row) => ({ ...row, correction: correctedBy.get(row.alias) ?? '' }));
}

/** Mentions are gone through one by one, whatever the planner thinks of tables that it has no statistics of yet. */
function aliasEntities({ db }: Database, matching: Prisma.Sql, ids: readonly string[]): Promise<AliasEntity[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.$queryRaw<AliasEntity[]>`
    SELECT entity.id::text, entity.name, mode() WITHIN GROUP (ORDER BY seen.type) AS type,
      coalesce(bool_or(seen.role = ${MENTION_ROLES.title} AND NOT EXISTS (
        SELECT FROM knowledge_alias alias JOIN knowledge_chunk sibling ON sibling.id = alias.chunk_id
        WHERE alias.dataset_id = entity.dataset_id AND alias.alias = entity.name
          AND sibling.document_pk = seen.document_pk)), false) AS "isSubject"
    FROM knowledge_entity entity LEFT JOIN LATERAL (
      SELECT mention.type, mention.role, chunk.document_pk FROM knowledge_mention mention CROSS JOIN LATERAL (
        SELECT chunk.document_pk FROM knowledge_chunk chunk
          JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE chunk.id = mention.chunk_id AND ${matching} OFFSET 0) chunk
      WHERE mention.entity_id = entity.id) seen ON true
    WHERE entity.id = ANY(${[...ids]}::bigint[]) GROUP BY entity.id`;
}
