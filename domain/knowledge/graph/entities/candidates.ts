/** Entities that may be one: found among those of certain documents, by these documents alone. */
import {
  withAmbiguity,
  alikeNames,
  compareEntities,
  mayBeHeadings,
  withHeadings,
  areSeveralThings,
  areTwoThings,
} from '../../../../engines/knowledge/entities/index.ts';
import type { ScoredPair, Likeness } from '../../../../engines/knowledge/entities/index.ts';
import { LEAST_SCORE } from '../../../../engines/knowledge/entities/options.ts';
import type { MergeReason } from '../../../../engines/knowledge/entities/options.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { aliasesOf } from '../aliases.ts';
import { separationsOf } from '../corrections-in-force.ts';
import { headingsAmong } from './headings.ts';
import { readNeighbours } from './neighbours.ts';
import type { Around } from './neighbours.ts';
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

/** Pairs of names that are compared, for each of the most entities: a hundred thousand take most of a second. */
const MOST_COMPARED_PER_NAME = 10;

/**
 * The candidates, best first, and whether all entities were compared. Names that are one already, or decided to be
 * apart, are left out.
 */
export async function findCandidates(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  search: CandidateSearch,
): Promise<{ readonly candidates: Candidate[]; readonly isComplete: boolean }> {
  const { threshold, most } = search;
  const found = await mentionedEntities(database, datasetId, matching, most + 1);
  const { pairs, isComplete } = await alikePairs(found.slice(0, most), search);
  const [{ isOpen, isSeveral }, surroundings] = await Promise.all([
    knownOf(database, datasetId, matching, pairs),
    readNeighbours(
      database,
      matching,
      pairs.map(({ named: [one, other] }) => [one.id, other.id] as const),
    ),
  ]);
  const scored = pairs.flatMap((pair, at) => {
    const around = surroundings[at];
    return around !== undefined && isOpen(pair) ? scoredPair(pair, around) : [];
  });
  const perhaps = scored.filter(
    (pair) => pair.score >= threshold && mayBeHeadings(pair) && pair.named.every(({ type }) => type === null),
  );
  const headings = await headingsAmong(database, matching, [...new Set(perhaps.flatMap(({ entities }) => entities))]);
  const named = withHeadings(scored, (entity) => headings.has(entity));
  const candidates = withAmbiguity(named, threshold, isSeveral)
    .filter(({ score }) => score >= threshold)
    .map(candidateOf);
  candidates.sort((first, second) => second.score - first.score || compare(keyOf(first), keyOf(second)));
  return { candidates, isComplete: isComplete && found.length <= most };
}

/** Two entities with names that are alike. */
interface AlikePair {
  readonly named: readonly [CandidateEntity, CandidateEntity];
  readonly likeness: Likeness;
}

async function alikePairs(
  entities: readonly CandidateEntity[],
  { most, findAlike = alikeNames }: CandidateSearch,
): Promise<{ readonly pairs: readonly AlikePair[]; readonly isComplete: boolean }> {
  const alike = await findAlike(
    entities.map(({ name }) => name),
    { compared: MOST_COMPARED_PER_NAME * most, least: LEAST_SCORE, kept: MOST_PAIRS },
  );
  const pairs = alike.pairs.flatMap(({ names: [at, otherAt], likeness }) => {
    const [one, other] = [entities[at], entities[otherAt]];
    return one && other ? [{ named: [one, other] as const, likeness }] : [];
  });
  return { pairs, isComplete: alike.isComplete };
}

/** What is known of the entities of pairs already. */
interface Known {
  /**
   * Whether a pair is undecided: it is not merged yet, nobody has separated it, and documents do not tell the two
   * apart.
   */
  readonly isOpen: (pair: AlikePair) => boolean;
  /** Whether the name of an entity, or one merged with it, is split, or told apart by documents. */
  readonly isSeveral: (entity: string) => boolean;
}

async function knownOf(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  pairs: readonly AlikePair[],
): Promise<Known> {
  const ids = [...new Set(pairs.flatMap(({ named }) => named.map(({ id }) => id)))];
  const names = [...new Set(pairs.flatMap(({ named }) => named.map(({ name }) => name)))];
  // First: a merge that is undone meanwhile is then seen as it was, or as separated, and never as neither.
  const aliases = await aliasesOf(database, datasetId, matching, ids);
  const [separations, traits] = await Promise.all([
    separationsOf(database, datasetId, names),
    traitsOf(database, datasetId, matching, names),
  ]);
  const rootOf = (id: string): string => aliases.everywhere.get(id) ?? id;
  const areSeparated = (one: string, other: string): boolean =>
    [...(separations.get(one) ?? [])].some((correction) => separations.get(other)?.has(correction));
  const toldApart = pairs
    .flatMap(({ named }) => named)
    .filter(({ name }) => areSeveralThings(traits.get(name) ?? []))
    .map(({ id }) => id);
  const several = new Set([...toldApart, ...aliases.senses.map(({ entity }) => entity)].map(rootOf));
  return {
    isOpen: ({ named: [one, other] }) =>
      rootOf(one.id) !== rootOf(other.id) &&
      !areSeparated(one.name, other.name) &&
      !areTwoThings(traits.get(one.name) ?? [], traits.get(other.name) ?? []),
    isSeveral: (entity) => several.has(rootOf(entity)),
  };
}

interface ScoredEntities extends ScoredPair {
  readonly named: AlikePair['named'];
  /** Chunks that show what is around them. */
  readonly support: readonly string[];
}

function scoredPair({ named, likeness }: AlikePair, around: Around): ScoredEntities[] {
  const [one, other] = named;
  const whole = compareEntities(likeness, { ...around, types: [one.type, other.type] });
  return whole === null ? [] : [{ ...whole, entities: [one.id, other.id], named, support: around.support }];
}

function candidateOf({ named: [one, other], score, reasons, support }: ScoredEntities): Candidate {
  const entities = byMentions(one, other) < 0 ? ([one, other] as const) : ([other, one] as const);
  return { entities, score, reasons, support: [...new Set([one.chunk, other.chunk, ...support])] };
}

const keyOf = ({ entities: [one, other] }: Candidate): string => `${one.name}\n${other.name}`;
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The more mentioned one stands for the other, or else the longer. */
const byMentions = (one: CandidateEntity, other: CandidateEntity): number =>
  other.chunks - one.chunks || other.name.length - one.name.length || compare(one.name, other.name);

function mentionedEntities(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  take: number,
): Promise<CandidateEntity[]> {
  return db.$queryRaw<CandidateEntity[]>`
    SELECT entity.id::text, entity.name, seen.type, seen.chunks, seen.label, seen.first[1] AS chunk, seen.first[2] AS
      "documentId"
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
