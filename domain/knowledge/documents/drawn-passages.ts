/** Chunks of a dataset with where they come from and the facts that they state, as far as a caller may read them. */
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { decoder } from '../../../platform/stored-json.ts';
import type { Accessor } from '../../access/policy.ts';
import type { PlacedChunk } from './chunks.ts';
import { matchingDocument } from './filter.ts';

export interface PassageFact {
  /** Normal form, and as the passage writes it. */
  readonly subject: { readonly name: string; readonly label: string };
  readonly predicate: string;
  readonly object: { readonly name: string; readonly label: string };
  /** UTF-16 code units of the passage, end exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface DatasetPassage extends PlacedChunk {
  readonly chunkId: bigint;
  readonly documentId: string;
  readonly objectId: string | null;
  readonly uri: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Those of texts, in their order: a row of a table states no sentence. */
  readonly facts: readonly PassageFact[];
}

interface Part {
  readonly datasetId: string;
  /** Only documents of this node set. */
  readonly nodeSet: string | undefined;
}

const metadataOf = decoder('The metadata of a document of a dataset', Type.Record(Type.String(), Type.Unknown()));

/**
 * Identifiers of readable chunks, at most `take`, drawn by their texts and the seed: equal datasets give equal draws.
 */
export async function drawPassages(
  { db }: Database,
  caller: Accessor,
  { datasetId, nodeSet, seed, take }: Part & { readonly seed: number; readonly take: number },
): Promise<readonly bigint[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT chunk.id ${partOf(caller, { datasetId, nodeSet })}
    ORDER BY md5(chunk.hash || ${String(seed)}), chunk.id LIMIT ${take}`;
  return rows.map(({ id }) => id);
}

/** These chunks, in the order of their documents; one that is no longer readable is left out. */
export async function readDrawnPassages(
  { db }: Database,
  caller: Accessor,
  part: Part,
  chunks: readonly bigint[],
): Promise<readonly DatasetPassage[]> {
  const rows = await db.$queryRaw<Omit<DatasetPassage, 'facts'>[]>`
    SELECT chunk.id AS "chunkId", document.document_id AS "documentId", document.object_id AS "objectId", document.uri,
      document.metadata, chunk.ordinal, chunk.heading, chunk.body, chunk.start, chunk."end",
      chunk.page_from AS "pageFrom", chunk.page_to AS "pageTo"
    ${partOf(caller, part)} AND chunk.id = ANY(${[...chunks]}::bigint[]) ORDER BY document.id, chunk.ordinal`;
  const facts = Map.groupBy(await factsIn(db, rows), ({ chunkId }) => chunkId);
  return rows.map((row) => ({
    ...row,
    metadata: metadataOf(row.metadata),
    facts: (facts.get(row.chunkId) ?? []).map(
      ({ subject, subjectLabel, object, objectLabel, predicate, start, end }) => ({
        subject: { name: subject, label: subjectLabel },
        predicate,
        object: { name: object, label: objectLabel },
        start,
        end,
      }),
    ),
  }));
}

function partOf(caller: Accessor, { datasetId, nodeSet }: Part): Prisma.Sql {
  return Prisma.sql`FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE document.dataset_id = ${datasetId} AND ${matchingDocument(caller, { nodeSet })}`;
}

interface FactRow {
  readonly chunkId: bigint;
  readonly subject: string;
  readonly subjectLabel: string;
  readonly predicate: string;
  readonly object: string;
  readonly objectLabel: string;
  readonly start: number;
  readonly end: number;
}

function factsIn(db: Database['db'], chunks: readonly Pick<DatasetPassage, 'chunkId'>[]): Promise<readonly FactRow[]> {
  return db.$queryRaw<FactRow[]>`
    SELECT evidence.chunk_id AS "chunkId", subject.name AS subject, fact.predicate, object.name AS object,
      coalesce(subject_mention.label, subject.name) AS "subjectLabel",
      coalesce(object_mention.label, object.name) AS "objectLabel", evidence.start, evidence."end"
    FROM knowledge_evidence evidence JOIN knowledge_fact fact ON fact.id = evidence.fact_id
    JOIN knowledge_entity subject ON subject.id = fact.subject_id
      JOIN knowledge_entity object ON object.id = fact.object_id
    LEFT JOIN knowledge_mention subject_mention
      ON subject_mention.chunk_id = evidence.chunk_id AND subject_mention.entity_id = fact.subject_id
    LEFT JOIN knowledge_mention object_mention
      ON object_mention.chunk_id = evidence.chunk_id AND object_mention.entity_id = fact.object_id
    WHERE evidence.chunk_id = ANY(${chunks.map(({ chunkId }) => chunkId)}::bigint[]) AND evidence.extractor <> 'record'
    ORDER BY evidence.chunk_id, evidence.start, fact.id`;
}
