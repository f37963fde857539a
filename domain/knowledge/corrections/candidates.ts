/** Entities that may be one: found among those of certain documents, by these documents alone. */
import { withAmbiguity } from '../../../engines/knowledge/entities/ambiguous.ts';
import { alikeNames } from '../../../engines/knowledge/entities/alike.ts';
import { compareEntities } from '../../../engines/knowledge/entities/pair.ts';
import type { MergeReason } from '../../../engines/knowledge/entities/pair.ts';
import { areTwoThings } from '../../../engines/knowledge/entities/senses.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { aliasesOf } from '../graph/aliases.ts';
import { separationsOf } from '../graph/decisions.ts';
import { readNeighbours } from './neighbours.ts';
import { traitsOf } from './traits.ts';

export interface CandidateEntity {
  readonly id: string;
  /** Normal form. */
  readonly name: string;
  readonly label: string;
  readonly type: string | null;
  /** Matching chunks that mention it. */
  readonly chunks: number;
  /** The first of them. */
  readonly chunk: string;
  readonly documentId: string;
}

export interface Candidate {
  /** The one that would stand for the other is the first. */
  readonly entities: readonly [CandidateEntity, CandidateEntity];
  readonly score: number;
  readonly reasons: readonly MergeReason[];
  /** Chunks that the score rests on. */
  readonly support: readonly string[];
}

export interface CandidateSearch {
  /** The lowest score. */
  readonly threshold: number;
  /** Entities that are compared: the most mentioned ones. */
  readonly most: number;
  /** `alikeNames`, or a process that runs it. */
  readonly findAlike?: typeof alikeNames | undefined;
}

/** Pairs whose surroundings are read: those with the most similar names. */
const MOST_PAIRS = 5000;
/** Names that are less alike than this are not merged whatever is around them. */
const FLOOR = 0.5;

/** Pairs of names that are compared, for each of the most entities: a hundred thousand take most of a second. */
const MOST_COMPARED_PER_NAME = 10;

/** The candidates, best first, and whether all entities were compared. Names that are one already, or decided to be apart, are left out. */
export async function findCandidates(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  { threshold, most, findAlike = alikeNames }: CandidateSearch,
): Promise<{ readonly candidates: Candidate[]; readonly isComplete: boolean }> {
  const found = await mentionedEntities(database, datasetId, matching, most + 1);
  const entities = found.slice(0, most);
  const limits = { compared: MOST_COMPARED_PER_NAME * most, least: FLOOR, kept: MOST_PAIRS };
  const alike = await findAlike(
    entities.map(({ name }) => name),
    limits,
  );
  const likely = alike.pairs.flatMap(({ names: [at, otherAt], likeness }) => {
    const [one, other] = [entities[at], entities[otherAt]];
    return one && other ? [{ entities: [one, other] as const, likeness }] : [];
  });
  const ids = [...new Set(likely.flatMap((pair) => pair.entities.map(({ id }) => id)))];
  const names = [...new Set(likely.flatMap((pair) => pair.entities.map(({ name }) => name)))];
  const pairs = likely.map(({ entities: [one, other] }) => [one.id, other.id] as const);
  const [aliases, separations, surroundings, traits] = await Promise.all([
    aliasesOf(database, datasetId, matching, ids),
    separationsOf(database, datasetId, names),
    readNeighbours(database, matching, pairs),
    traitsOf(database, datasetId, matching, names),
  ]);
  const rootOf = (id: string): string => aliases.everywhere.get(id) ?? id;
  const areSeparated = (one: string, other: string): boolean =>
    [...(separations.get(one) ?? [])].some((decision) => separations.get(other)?.has(decision));
  const isOpen = (one: CandidateEntity, other: CandidateEntity): boolean =>
    rootOf(one.id) !== rootOf(other.id) &&
    !areSeparated(one.name, other.name) &&
    !areTwoThings(traits.get(one.name) ?? [], traits.get(other.name) ?? []);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const scored = likely.flatMap(({ entities: [one, other], likeness: namesLikeness }, at) => {
    const around = surroundings[at];
    if (around === undefined || !isOpen(one, other)) return [];
    const likeness = compareEntities(namesLikeness, { ...around, types: [one.type, other.type] });
    return likeness === null ? [] : [{ ...likeness, entities: [one.id, other.id] as const, support: around.support }];
  });
  const support = new Map(scored.map((pair) => [pair.entities.join(' '), pair.support]));
  const candidates = withAmbiguity(scored, threshold).flatMap(({ entities: pair, score, reasons }): Candidate[] => {
    const [one, other] = [byId.get(pair[0]), byId.get(pair[1])];
    if (one === undefined || other === undefined || score < threshold) return [];
    const ordered = standsFirst(one, other) ? ([one, other] as const) : ([other, one] as const);
    const chunks = [one.chunk, other.chunk, ...(support.get(pair.join(' ')) ?? [])];
    return [{ entities: ordered, score, reasons, support: [...new Set(chunks)] }];
  });
  candidates.sort((first, second) => second.score - first.score || compare(keyOf(first), keyOf(second)));
  return { candidates, isComplete: found.length <= most && alike.isComplete };
}

const keyOf = ({ entities: [one, other] }: Candidate): string => `${one.name}\n${other.name}`;
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Whether one stands for the other: the more mentioned one, or else the longer. */
const standsFirst = (one: CandidateEntity, other: CandidateEntity): boolean =>
  one.chunks - other.chunks || one.name.length - other.name.length
    ? one.chunks - other.chunks > 0 || (one.chunks === other.chunks && one.name.length > other.name.length)
    : one.name < other.name;

function mentionedEntities(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  take: number,
): Promise<CandidateEntity[]> {
  return db.$queryRaw<CandidateEntity[]>`
    SELECT entity.id::text, entity.name, seen.type, seen.chunks, seen.label, seen.first[1] AS chunk, seen.first[2] AS "documentId"
    FROM (
      SELECT mention.entity_id, min(mention.label) AS label, mode() WITHIN GROUP (ORDER BY mention.type) AS type,
        count(*)::int AS chunks, min(ARRAY[lpad(chunk.id::text, 19, '0'), document.document_id]) AS first
      FROM knowledge_document document JOIN knowledge_chunk chunk ON chunk.document_pk = document.id
      JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
      WHERE document.dataset_id = ${datasetId} AND ${matching} GROUP BY mention.entity_id) seen
    JOIN knowledge_entity entity ON entity.id = seen.entity_id
    ORDER BY seen.chunks DESC, entity.name LIMIT ${take}`.then((rows) =>
    rows.map((row) => ({ ...row, chunk: String(BigInt(row.chunk)) })),
  );
}
