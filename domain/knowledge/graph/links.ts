/**
 * The links of a graph, as far as a caller may read it: facts that readable chunks state, between entities under all of
 * their names.
 */
import type { GraphEvidence } from '../../../engines/knowledge/graph/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { aliasesOf } from './aliases.ts';
import type { Aliases } from './aliases.ts';
import { entityOfNode, joinStanding, namesOf, nodeId, standingOf, standingRelations } from './mention-nodes.ts';

export interface GraphLink {
  /** Of several facts that differ in their names alone, the first. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Normal form of the object. */
  readonly targetName: string;
  readonly predicate: string;
  /** In readable chunks. */
  readonly evidence: readonly GraphEvidence[];
}

/** Evidence that is shown of one fact. */
const MOST_EVIDENCE = 20;

/**
 * The facts whose subjects are these nodes, with their evidence in the matching documents (documents/filter.ts). One
 * between two names of the same node is left out.
 */
export async function graphLinks(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  sources: readonly string[],
  aliases: Aliases,
): Promise<GraphLink[]> {
  if (sources.length === 0) return [];
  const { db } = database;
  const entities = [...new Set(sources.map(entityOfNode))];
  const subjects = namesOf(aliases, entities);
  const objects = await db.knowledgeFact.findMany({
    where: { subjectId: { in: subjects.map(BigInt) } },
    select: { objectId: true },
    distinct: ['objectId'],
  });
  const ends = [...new Set([...subjects, ...objects.map(({ objectId }) => String(objectId))])];
  const stands = standingRelations(await aliasesOf(database, datasetId, matching, ends));
  const [subject, object] = [Prisma.sql`fact.subject_id`, Prisma.sql`fact.object_id`];
  const [from, to] = [standingOf('subject', subject), standingOf('object', object)];
  return db.$queryRaw<GraphLink[]>`
    WITH ${stands},
    stated AS (
      SELECT fact.id AS fact_id, ${from.main} AS source_entity, ${nodeId(from.main, from.sense)} AS source_id,
        fact.predicate,
        ${to.main} AS target_entity, ${nodeId(to.main, to.sense)} AS target_id, evidence.chunk_id, document.document_id,
        evidence.start, evidence."end", evidence.extractor, evidence.valid_from, evidence.valid_to,
          evidence.date_start, evidence.date_end
      FROM knowledge_fact fact JOIN knowledge_evidence evidence ON evidence.fact_id = fact.id
      JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      ${joinStanding('subject', subject)} ${joinStanding('object', object)}
      WHERE fact.subject_id = ANY(${subjects}::bigint[]) AND ${matching}
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY source_id, predicate, target_id ORDER BY chunk_id, start) AS rank
        FROM stated
      WHERE source_id = ANY(${[...sources]}::text[]) AND source_id <> target_id)
    SELECT min(ranked.fact_id)::text AS id, source_id AS source, target_id AS target, ranked.predicate,
      target.name AS "targetName", jsonb_agg(jsonb_build_object('chunk', chunk_id::text, 'documentId', document_id,
        'start', start, 'end', "end", 'extractor', extractor, 'valid', jsonb_build_object('from', valid_from, 'to',
          valid_to),
        'date', CASE WHEN date_start IS NOT NULL THEN jsonb_build_object('start', date_start, 'end', date_end) END)
          ORDER BY rank) FILTER (WHERE rank <= ${MOST_EVIDENCE}) AS evidence
    FROM ranked JOIN knowledge_entity source ON source.id = ranked.source_entity
    JOIN knowledge_entity target ON target.id = ranked.target_entity
    GROUP BY source.id, source_id, ranked.predicate, target.id, target_id
    ORDER BY source.name, source_id, ranked.predicate, target.name, target_id`;
}
