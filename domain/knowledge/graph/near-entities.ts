/** Which names belong together. */
import type { Database } from '../../../platform/database/client.ts';

/**
 * These entities, and those whose names aliases or corrections bring together with theirs, and so on. Names lead to
 * each other over initials and corrections, which are gone through once: pairs of names that share them are many more.
 */
export async function nearEntities(
  { db }: Database,
  datasetId: string,
  entities: readonly string[],
): Promise<string[]> {
  if (entities.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE near(kind, value) AS (
      SELECT 'name', entity.name FROM knowledge_entity entity WHERE entity.id = ANY(${[...entities]}::bigint[])
      UNION
      SELECT other.kind, other.value FROM near CROSS JOIN LATERAL (
        SELECT CASE alias.rule WHEN 'initials' THEN 'initials' ELSE 'name' END AS kind, alias.name AS value
          FROM knowledge_alias alias
        WHERE near.kind = 'name' AND alias.dataset_id = ${datasetId} AND alias.alias = near.value
        UNION ALL
        SELECT 'name', alias.alias FROM knowledge_alias alias
        WHERE alias.dataset_id = ${datasetId} AND alias.name = near.value
          AND near.kind = CASE alias.rule WHEN 'initials' THEN 'initials' ELSE 'name' END
        UNION ALL
        SELECT 'initials', short.name FROM (SELECT knowledge_initials(near.value) AS name) short
        WHERE near.kind = 'name' AND near.value LIKE '% % %' AND EXISTS (
          SELECT FROM knowledge_alias alias
          WHERE alias.dataset_id = ${datasetId} AND alias.name = short.name AND alias.rule = 'initials')
        UNION ALL
        SELECT 'name', entity.name FROM knowledge_entity entity
        WHERE near.kind = 'initials' AND entity.dataset_id = ${datasetId} AND entity.name LIKE '% % %'
          AND knowledge_initials(entity.name) = near.value
        UNION ALL
        SELECT 'correction', correction.id::text FROM knowledge_correction correction
        WHERE near.kind = 'name' AND correction.dataset_id = ${datasetId} AND correction.kind = 'merge'
          AND correction.names @> ARRAY[near.value]
        UNION ALL
        SELECT 'name', unnest(correction.names) FROM knowledge_correction correction
        WHERE near.kind = 'correction' AND correction.id = CASE near.kind WHEN 'correction' THEN near.value
          END::bigint) other)
    SELECT entity.id::text FROM knowledge_entity entity
    WHERE entity.dataset_id = ${datasetId} AND entity.name IN (SELECT value FROM near WHERE kind = 'name')`;
  return rows.map(({ id }) => id);
}
