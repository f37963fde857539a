/** What a dataset holds, counted when it is asked for, and only as far as the caller may read. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import type { Accessor } from '../access/policy.ts';
import { readableDocument } from './readable.ts';

export interface DatasetCounters {
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly entities: number;
  readonly relations: number;
  /** Of the Markdown. */
  readonly bytes: number;
}

export async function countDataset({ db }: Database, caller: Accessor, datasetId: string): Promise<DatasetCounters> {
  const [seen] = await db.$queryRaw<{ documents: bigint; hidden: bigint; bytes: bigint }[]>`
    SELECT count(*) FILTER (WHERE readable) AS documents, count(*) FILTER (WHERE NOT readable) AS hidden,
      coalesce(sum(bytes) FILTER (WHERE readable), 0)::bigint AS bytes
    FROM (SELECT bytes, ${readableDocument(caller)} AS readable FROM knowledge_document document
      WHERE document.dataset_id = ${datasetId}) counted`;
  const { documents = 0n, hidden = 0n, bytes = 0n } = seen ?? {};
  const derived = hidden === 0n ? await countAll(db, datasetId) : await countReadable(db, caller, datasetId);
  return {
    documents: Number(documents),
    chunks: Number(derived.chunks),
    tokens: Number(derived.tokens),
    entities: Number(derived.entities),
    relations: Number(derived.relations),
    bytes: Number(bytes),
  };
}

interface Derived {
  readonly chunks: bigint;
  readonly tokens: bigint;
  readonly entities: bigint;
  readonly relations: bigint;
}

/** Of all documents, which is fast: no chunk has to be asked for its document. */
function countAll(db: Database['db'], datasetId: string): Promise<Derived> {
  return first(db.$queryRaw<Derived[]>`
    SELECT
      coalesce((SELECT chunks FROM knowledge_size WHERE dataset_id = ${datasetId}), 0) AS chunks,
      coalesce((SELECT tokens FROM knowledge_size WHERE dataset_id = ${datasetId}), 0) AS tokens,
      (SELECT count(*) FROM knowledge_entity WHERE dataset_id = ${datasetId}) AS entities,
      (SELECT count(*) FROM knowledge_fact WHERE dataset_id = ${datasetId}) AS relations`);
}

function countReadable(db: Database['db'], caller: Accessor, datasetId: string): Promise<Derived> {
  const readable = Prisma.sql`SELECT chunk.id, chunk.tokens FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.dataset_id = ${datasetId} AND ${readableDocument(caller)}`;
  return first(db.$queryRaw<Derived[]>`
    WITH readable AS MATERIALIZED (${readable})
    SELECT
      (SELECT count(*) FROM readable) AS chunks,
      (SELECT coalesce(sum(tokens), 0)::bigint FROM readable) AS tokens,
      (SELECT count(DISTINCT mention.entity_id) FROM knowledge_mention mention
        JOIN readable ON readable.id = mention.chunk_id) AS entities,
      (SELECT count(DISTINCT evidence.fact_id) FROM knowledge_evidence evidence
        JOIN readable ON readable.id = evidence.chunk_id) AS relations`);
}

async function first(query: Promise<Derived[]>): Promise<Derived> {
  const [row] = await query;
  if (!row) throw new Error('a statement without FROM has one row');
  return row;
}
