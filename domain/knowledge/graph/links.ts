/** The links of a graph, as far as a caller may read it: facts that readable chunks state, between entities under all of their names. */
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { aliasRelation, aliasesOf, namesOf } from './aliases.ts';
import type { Aliases } from './aliases.ts';

export interface GraphLink {
  /** Of several facts that differ in their names alone, the first. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Normal form of the object. */
  readonly targetName: string;
  readonly predicate: string;
  readonly evidence: readonly GraphEvidence[];
}

/** Where a readable chunk states a fact: UTF-16 code units of its text, end exclusive. */
export interface GraphEvidence {
  readonly chunk_id: string;
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
  readonly extractor: string;
}

/** Evidence that is shown of one fact. */
const MOST_EVIDENCE = 20;

/** The facts whose subjects are these nodes, with their evidence in the matching documents (filter.ts). One between two names of the same node is left out. */
export async function graphLinks(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  sources: readonly string[],
  aliases: Aliases,
): Promise<GraphLink[]> {
  if (sources.length === 0) return [];
  const { db } = database;
  const subjects = namesOf(aliases, sources);
  const objects = await db.knowledgeFact.findMany({
    where: { subjectId: { in: subjects.map(BigInt) } },
    select: { objectId: true },
    distinct: ['objectId'],
  });
  const ends = [...new Set([...subjects, ...objects.map(({ objectId }) => String(objectId))])];
  const stands = aliasRelation(await aliasesOf(database, datasetId, matching, ends));
  return db.$queryRaw<GraphLink[]>`
    WITH stands AS MATERIALIZED (SELECT * FROM ${stands} AS stands(entity_id, document_pk, main_id)),
    stated AS (
      SELECT fact.id AS fact_id, coalesce(subject.main_id, fact.subject_id) AS source_id, fact.predicate,
        coalesce(object.main_id, fact.object_id) AS target_id, evidence.chunk_id, document.document_id, evidence.start,
        evidence."end", evidence.extractor
      FROM knowledge_fact fact JOIN knowledge_evidence evidence ON evidence.fact_id = fact.id
      JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      LEFT JOIN stands subject
        ON subject.entity_id = fact.subject_id AND coalesce(subject.document_pk, document.id) = document.id
      LEFT JOIN stands object ON object.entity_id = fact.object_id AND coalesce(object.document_pk, document.id) = document.id
      WHERE fact.subject_id = ANY(${subjects}::bigint[]) AND ${matching}
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY source_id, predicate, target_id ORDER BY chunk_id, start) AS rank FROM stated
      WHERE source_id = ANY(${[...sources]}::bigint[]) AND source_id <> target_id)
    SELECT min(ranked.fact_id)::text AS id, source.id::text AS source, target.id::text AS target, ranked.predicate,
      target.name AS "targetName", jsonb_agg(jsonb_build_object('chunk_id', chunk_id::text, 'document_id', document_id,
        'start', start, 'end', "end", 'extractor', extractor) ORDER BY rank) FILTER (WHERE rank <= ${MOST_EVIDENCE}) AS evidence
    FROM ranked JOIN knowledge_entity source ON source.id = ranked.source_id
    JOIN knowledge_entity target ON target.id = ranked.target_id
    GROUP BY source.id, ranked.predicate, target.id ORDER BY source.name, ranked.predicate, target.name`;
}
