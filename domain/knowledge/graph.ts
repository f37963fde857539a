/** The graph of a dataset, as far as a caller may read it: entities that readable chunks mention, and facts that they state. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import type { Accessor } from '../access/policy.ts';
import { readableDocument } from './readable.ts';

export interface GraphNode {
  readonly id: string;
  readonly name: string;
  /** As a readable chunk writes it. */
  readonly label: string;
  /** What kind of thing most readable chunks say it is; `null` when none does. */
  readonly type: string | null;
  /** Readable chunks that mention it. */
  readonly chunks: number;
}

export interface GraphLink {
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

/** Which part of the graph: members narrow each other. */
export interface GraphFilter {
  readonly documentId?: string | undefined;
  readonly nodeSet?: string | undefined;
}

/** Evidence that is shown of one fact. */
const MOST_EVIDENCE = 20;

/** At most `take` entities after a name, in the order of names: that of identifiers would show when others first mentioned them. */
export async function graphNodes(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  filter: GraphFilter,
  after: string,
  take: number,
): Promise<GraphNode[]> {
  return db.$queryRaw<GraphNode[]>`
    SELECT entity.id::text, entity.name, seen.label, seen.type, seen.chunks
    FROM knowledge_entity entity CROSS JOIN LATERAL (
      SELECT min(mention.label) AS label, mode() WITHIN GROUP (ORDER BY mention.type) AS type, count(*)::int AS chunks
      FROM knowledge_mention mention
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = entity.id AND ${matching(caller, filter)}) seen
    WHERE entity.dataset_id = ${datasetId} AND entity.name > ${after} AND seen.chunks > 0
    ORDER BY entity.name LIMIT ${take}`;
}

/** The facts whose subjects are these entities, with their readable evidence. */
export async function graphLinks(
  { db }: Database,
  caller: Accessor,
  sources: readonly string[],
  filter: GraphFilter,
): Promise<GraphLink[]> {
  if (sources.length === 0) return [];
  return db.$queryRaw<GraphLink[]>`
    SELECT fact.id::text, fact.subject_id::text AS source, fact.object_id::text AS target, fact.predicate,
      object.name AS "targetName", stated.evidence
    FROM knowledge_fact fact JOIN knowledge_entity subject ON subject.id = fact.subject_id
    JOIN knowledge_entity object ON object.id = fact.object_id CROSS JOIN LATERAL (
      SELECT jsonb_agg(shown) AS evidence FROM (
        SELECT evidence.chunk_id::text, document.document_id, evidence.start, evidence."end", evidence.extractor
        FROM knowledge_evidence evidence
        JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE evidence.fact_id = fact.id AND ${matching(caller, filter)}
        ORDER BY evidence.chunk_id, evidence.start LIMIT ${MOST_EVIDENCE}) shown) stated
    WHERE fact.subject_id = ANY(${[...sources]}::bigint[]) AND stated.evidence IS NOT NULL
    ORDER BY subject.name, fact.predicate, object.name`;
}

function matching(caller: Accessor, { documentId, nodeSet }: GraphFilter): Prisma.Sql {
  const conditions = [
    readableDocument(caller),
    ...(documentId === undefined ? [] : [Prisma.sql`document.document_id = ${documentId}`]),
    ...(nodeSet === undefined ? [] : [Prisma.sql`document.node_sets && ARRAY[${nodeSet}]`]),
  ];
  return Prisma.join(conditions, ' AND ');
}
