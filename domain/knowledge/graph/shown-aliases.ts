/** What documents show of names that are other names of one entity. */
import type { AliasRule } from '../../../engines/knowledge/options.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { isMentioned } from '../documents/mentions.ts';

/** Where a chunk shows an alias: UTF-16 code units of its text, end exclusive. */
export interface AliasEvidence {
  readonly chunk_id: string;
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
}

/**
 * That readable documents show one entity to be another one by another name. Entities are named by their rows,
 * documents too.
 */
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

/** Full names of the same initials that one abbreviated name can stand for. More of them say nothing. */
const MOST_OF_INITIALS = 20;

/**
 * What matching documents say of these aliases. Where they say it is read once, and not for each entity that it can be
 * about.
 */
export async function shownAliases(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  near: readonly string[],
): Promise<ShownAlias[]> {
  const said = await database.db.$queryRaw<(Omit<ShownAlias, 'main'> & { readonly of: string })[]>`
    SELECT own.id::text AS alias, alias.alias AS name, alias.name AS of, alias.rule,
      array_agg(DISTINCT document.id::text) AS documents,
      (array_agg(jsonb_build_object('chunk_id', chunk.id::text, 'document_id', document.document_id,
        'start', alias.start, 'end', alias."end") ORDER BY chunk.id))[1] AS evidence
    FROM knowledge_entity own JOIN knowledge_alias alias ON alias.dataset_id = own.dataset_id AND alias.alias = own.name
    JOIN knowledge_chunk chunk ON chunk.id = alias.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE own.dataset_id = ${datasetId} AND own.id = ANY(${[...near]}::bigint[]) AND ${matching}
    GROUP BY own.id, alias.alias, alias.name, alias.rule ORDER BY alias.alias, alias.name, alias.rule`;
  const mains = await mentionedMains(database, datasetId, matching, said);
  return said.flatMap(({ of, ...one }) => mains(one.rule, of).map((main) => ({ ...one, main })));
}

/** The entities that matching documents mention, by what aliases of a rule stand for. */
async function mentionedMains(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  said: readonly { readonly rule: AliasRule; readonly of: string }[],
): Promise<(rule: AliasRule, of: string) => readonly string[]> {
  const { names = [], initials = [] } = Object.groupBy(said, ({ rule }) =>
    rule === 'initials' ? 'initials' : 'names',
  );
  const distinct = (those: readonly { readonly of: string }[]): string[] => [...new Set(those.map(({ of }) => of))];
  const isMain = isMentioned(Prisma.sql`main.id`, matching);
  const rows = await db.$queryRaw<{ of: string; isInitials: boolean; ids: string[] }[]>`
    SELECT main.name AS of, false AS "isInitials", ARRAY[main.id::text] AS ids FROM knowledge_entity main
    WHERE main.dataset_id = ${datasetId} AND main.name = ANY(${distinct(names)}::text[]) AND ${isMain}
    UNION ALL
    SELECT short.name, true, ARRAY(
      SELECT main.id::text FROM knowledge_entity main
      WHERE main.dataset_id = ${datasetId} AND main.name LIKE '% % %' AND knowledge_initials(main.name) = short.name
        AND main.name <> short.name AND ${isMain}
      LIMIT ${MOST_OF_INITIALS + 1})
    FROM unnest(${distinct(initials)}::text[]) AS short(name)`;
  const { full = [], short = [] } = Object.groupBy(rows, ({ isInitials }) => (isInitials ? 'short' : 'full'));
  const byName = new Map(full.map(({ of, ids }) => [of, ids]));
  const byInitials = new Map(short.map(({ of, ids }) => [of, ids.length > MOST_OF_INITIALS ? [] : ids]));
  return (rule, of) => (rule === 'initials' ? byInitials : byName).get(of) ?? [];
}
