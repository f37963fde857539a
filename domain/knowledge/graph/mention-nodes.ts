/** Which node of a graph a mention is, as aliases and senses have it: in TypeScript, and as a relation in SQL. */
import type { Resolution } from '../../../engines/knowledge/aliases/index.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Aliases } from './aliases.ts';
import type { Sense } from './corrections-in-force.ts';

type Named = Pick<Aliases, 'everywhere' | 'within' | 'senses'>;

/** What a mention stands for. */
interface Standing {
  readonly main: string;
  /** Which of the entities of its name; 0: the first, or the only one. */
  readonly sense: number;
}

/** Which of the entities of its name an entity is in a document; 0 for the first. */
export function senseByPlace(senses: readonly Sense[]): (entity: string, documentPk: string) => number {
  const known = new Map(senses.map(({ entity, documentPk, sense }) => [`${entity} ${documentPk}`, sense]));
  return (entity, documentPk) => known.get(`${entity} ${documentPk}`) ?? 0;
}

/**
 * A mention of a further sense is a node of its own. Any other stands for the main name that its document shows, or
 * else that all documents show, in the sense which that name has in the document.
 */
function standingIn({ everywhere, within, senses }: Named): (entity: string, documentPk: string) => Standing {
  const senseIn = senseByPlace(senses);
  return (entity, documentPk) => {
    const own = senseIn(entity, documentPk);
    if (own > 0) return { main: entity, sense: own };
    const main = within.get(entity)?.get(documentPk) ?? everywhere.get(entity) ?? entity;
    return { main, sense: senseIn(main, documentPk) };
  };
}

export const nodeOf = ({ main, sense }: Standing): string => (sense === 0 ? main : `${main}.${sense}`);

/** The node that an entity, mentioned in a document, stands for. */
export function nodeIn(named: Named): (entity: string, documentPk: string) => string {
  const standing = standingIn(named);
  return (entity, documentPk) => nodeOf(standing(entity, documentPk));
}

/** The entity of a node. */
export const entityOfNode = (node: string): string => node.split('.', 1)[0] ?? node;

/**
 * The same in SQL, as two relations, which are no longer than what they are made of: `stands` has the `main_id` of an
 * alias, by `entity_id` and `document_pk` (`null`: all documents in which it has no row of its own); `senses` has the
 * further senses, by entity and document.
 */
export function standingRelations({ everywhere, within, senses }: Named): Prisma.Sql {
  const mains = [
    ...[...everywhere].map(([entity, main]) => ({ entity, documentPk: null, main })),
    ...[...within].flatMap(([entity, ofDocuments]) =>
      Array.from(ofDocuments, ([documentPk, main]) => ({ entity, documentPk, main })),
    ),
  ];
  const senseIn = senseByPlace(senses);
  const further = senses.filter(({ entity, documentPk }) => senseIn(entity, documentPk) > 0);
  return Prisma.sql`stands AS MATERIALIZED (
    SELECT * FROM unnest(${mains.map(({ entity }) => entity)}::bigint[],
      ${mains.map(({ documentPk }) => documentPk)}::bigint[],
      ${mains.map(({ main }) => main)}::bigint[]) AS row(entity_id, document_pk, main_id)),
    senses AS MATERIALIZED (
    SELECT DISTINCT * FROM unnest(${further.map(({ entity }) => entity)}::bigint[],
      ${further.map(({ documentPk }) => documentPk)}::bigint[],
      ${further.map(({ entity, documentPk }) => senseIn(entity, documentPk))}::int[]) AS row(entity_id, document_pk,
        sense))`;
}

const relationsOf = (end: string): Readonly<Record<'own' | 'here' | 'elsewhere' | 'ofMain', Prisma.Sql>> => ({
  own: Prisma.raw(`${end}_own`),
  here: Prisma.raw(`${end}_here`),
  elsewhere: Prisma.raw(`${end}_elsewhere`),
  ofMain: Prisma.raw(`${end}_of_main`),
});

/** Joins {@link standingRelations} to the entity of a row, whose document is under the alias `document`. */
export function joinStanding(end: string, entity: Prisma.Sql): Prisma.Sql {
  const { own, here, elsewhere, ofMain } = relationsOf(end);
  return Prisma.sql`LEFT JOIN senses ${own} ON ${own}.entity_id = ${entity} AND ${own}.document_pk = document.id
    LEFT JOIN stands ${here} ON ${here}.entity_id = ${entity} AND ${here}.document_pk = document.id
    LEFT JOIN stands ${elsewhere} ON ${elsewhere}.entity_id = ${entity} AND ${elsewhere}.document_pk IS NULL
    LEFT JOIN senses ${ofMain} ON ${ofMain}.entity_id = coalesce(${here}.main_id, ${elsewhere}.main_id)
      AND ${ofMain}.document_pk = document.id`;
}

/** The entity that a row stands for, and its sense, from the relations of {@link joinStanding}. */
export function standingOf(end: string, entity: Prisma.Sql): { readonly main: Prisma.Sql; readonly sense: Prisma.Sql } {
  const { own, here, elsewhere, ofMain } = relationsOf(end);
  return {
    main: Prisma.sql`CASE WHEN ${own}.sense IS NULL THEN coalesce(${here}.main_id, ${elsewhere}.main_id, ${entity})
      ELSE ${entity} END`,
    sense: Prisma.sql`coalesce(${own}.sense, ${ofMain}.sense, 0)`,
  };
}

/** The identifier of a node in SQL. */
export function nodeId(entity: Prisma.Sql, sense: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`concat(${entity}, '.' || nullif(${sense}, 0))`;
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
