/**
 * Candidates of a search among the facts. A fact is in the scope if a chunk of the scope states it; only such evidence
 * is shown.
 */
import type { Period } from '../../../../engines/knowledge/time/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { hasVectorOf, isOfModel, vectorLiteral, vectorType } from '../../datasets/vectors.ts';
import { EXACT_LIMIT, walkSettings } from './vectors.ts';
import type { SearchScope } from '../scope.ts';

/** A fact that has a vector. */
interface SimilarFact {
  /** Identifier of its row. */
  readonly fact: string;
  /** Cosine to the question. */
  readonly cosine: number;
}

/** The subject or the object of a fact. */
interface FactEnd {
  /** Normal form. */
  readonly name: string;
  /** As the first piece of evidence writes it. */
  readonly label: string;
}

/** Where a chunk states a fact: UTF-16 code units of its text, end exclusive. */
interface FactEvidence {
  readonly chunk: string;
  readonly start: number;
  readonly end: number;
  readonly extractor: string;
  /** When the chunk says that it held. */
  readonly valid: Period;
  /** The date that says so; `null`: none does. */
  readonly date: { readonly start: number; readonly end: number } | null;
}

export interface StatedFact {
  readonly fact: string;
  readonly subject: FactEnd;
  readonly predicate: string;
  readonly object: FactEnd;
  /** At least one piece, at most {@link MOST_EVIDENCE}. */
  readonly evidence: readonly FactEvidence[];
}

const MOST_EVIDENCE = 5;

/** The facts of the scope whose vectors are most similar to a vector, best first. */
export async function mostSimilarFacts(
  { db }: Database,
  scope: SearchScope,
  vector: Float32Array,
  take: number,
): Promise<SimilarFact[]> {
  const { distance, select, where } = statement(scope, vector);
  const exact = (): Promise<SimilarFact[]> =>
    // An order by a sum is not the order of the index.
    db.$queryRaw<SimilarFact[]>`${select} WHERE ${where} ORDER BY (${distance}) + 0, vector.fact_id LIMIT ${take}`;
  const [counted] = await db.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM (SELECT FROM knowledge_fact_vector vector
      WHERE vector.dataset_id = ANY(${[...scope.datasetIds]}::text[]) AND vector.model = ${scope.model.embeddingModel}
      LIMIT ${EXACT_LIMIT + 1}) counted`;
  if ((counted?.count ?? 0n) <= BigInt(EXACT_LIMIT)) return exact();
  const found = await db.$queryRaw<SimilarFact[]>`
    ${select} WHERE ${walkSettings()} AND ${where} ORDER BY ${distance} LIMIT ${take}`;
  return found.length < take ? exact() : found;
}

/** Facts of the scope about these entities, those most similar to a vector first. */
export async function factsAbout(
  { db }: Database,
  scope: SearchScope,
  entities: readonly string[],
  vector: Float32Array,
  take: number,
): Promise<SimilarFact[]> {
  if (entities.length === 0) return [];
  const { distance, select, where } = statement(scope, vector);
  const ids = Prisma.sql`${[...entities]}::bigint[]`;
  return db.$queryRaw<SimilarFact[]>`${select} JOIN knowledge_fact fact ON fact.id = vector.fact_id
    WHERE (fact.subject_id = ANY(${ids}) OR fact.object_id = ANY(${ids})) AND ${where}
    ORDER BY (${distance}) + 0, vector.fact_id LIMIT ${take}`;
}

function statement(scope: SearchScope, vector: Float32Array) {
  const type = vectorType(scope.model);
  const distance = Prisma.sql`vector.embedding::${type} <=> ${vectorLiteral(vector)}::${type}`;
  return {
    distance,
    select: Prisma.sql`SELECT vector.fact_id::text AS fact, 1 - (${distance}) AS cosine
      FROM knowledge_fact_vector vector`,
    where: Prisma.sql`${hasVectorOf(scope.model)}
      AND vector.dataset_id = ANY(${[...scope.datasetIds]}::text[]) AND ${isStated(Prisma.sql`vector.fact_id`, scope)}`,
  };
}

function isStated(fact: Prisma.Sql, { matching }: SearchScope): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM knowledge_evidence evidence JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE evidence.fact_id = ${fact} AND ${matching})`;
}

/** Whether a fact of the scope has no vector of its model yet. */
export async function lacksFactVectors({ db }: Database, scope: SearchScope): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM knowledge_fact fact WHERE fact.dataset_id = ANY(${[...scope.datasetIds]}::text[])
      AND NOT EXISTS (
        SELECT FROM knowledge_fact_vector vector WHERE vector.fact_id = fact.id AND ${isOfModel(scope.model)})
      AND ${isStated(Prisma.sql`fact.id`, scope)} LIMIT 1`;
  return rows.length > 0;
}

/** These facts with their evidence in the scope, in any order; one that was removed meanwhile is left out. */
export async function readFacts({ db }: Database, { matching }: SearchScope, facts: readonly string[]) {
  const rows = await db.$queryRaw<
    {
      readonly fact: string;
      readonly subject: string;
      readonly predicate: string;
      readonly object: string;
      readonly evidence: readonly (FactEvidence & {
        readonly subjectLabel: string | null;
        readonly objectLabel: string | null;
      })[];
    }[]
  >`
    SELECT fact.id::text AS fact, subject.name AS subject, fact.predicate, object.name AS object, stated.evidence
    FROM knowledge_fact fact
    JOIN knowledge_entity subject ON subject.id = fact.subject_id
      JOIN knowledge_entity object ON object.id = fact.object_id
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(shown) AS evidence FROM (
        SELECT chunk.id::text AS chunk, evidence.start, evidence."end", evidence.extractor,
          jsonb_build_object('from', evidence.valid_from, 'to', evidence.valid_to) AS valid,
          CASE WHEN evidence.date_start IS NOT NULL THEN
            jsonb_build_object('start', evidence.date_start, 'end', evidence.date_end) END AS date,
          subject_mention.label AS "subjectLabel", object_mention.label AS "objectLabel"
        FROM knowledge_evidence evidence JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        LEFT JOIN knowledge_mention subject_mention
          ON subject_mention.chunk_id = chunk.id AND subject_mention.entity_id = fact.subject_id
        LEFT JOIN knowledge_mention object_mention
          ON object_mention.chunk_id = chunk.id AND object_mention.entity_id = fact.object_id
        WHERE evidence.fact_id = fact.id AND ${matching}
        ORDER BY chunk.id, evidence.start LIMIT ${MOST_EVIDENCE}) shown) stated
    WHERE fact.id = ANY(${[...facts]}::bigint[]) AND stated.evidence IS NOT NULL`;
  return rows.map(({ fact, subject, predicate, object, evidence }): StatedFact => {
    const [first] = evidence;
    return {
      fact,
      predicate,
      subject: { name: subject, label: first?.subjectLabel ?? subject },
      object: { name: object, label: first?.objectLabel ?? object },
      evidence: evidence.map(({ subjectLabel: _subject, objectLabel: _object, ...stated }) => stated),
    };
  });
}
