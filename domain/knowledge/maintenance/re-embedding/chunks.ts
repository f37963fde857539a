/** The chunks of a dataset that is to have another embedding model, and their vectors by it. */
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { addCounts } from '../../../jobs/counts.ts';
import { inRanges } from '../../../jobs/row-ranges.ts';
import type { PlanSize, Range, Rows } from '../../../jobs/row-ranges.ts';
import { lockInTurn } from '../../datasets/turns.ts';
import type { Turn } from '../../datasets/turns.ts';
import type { DatasetModel } from '../../datasets/datasets.ts';
import { noteRefusedChunks } from '../../documents/refusals.ts';
import { isOfModel, vectorLiteral } from '../../datasets/vectors.ts';

export interface UnembeddedChunk {
  readonly id: bigint;
  readonly heading: string;
  readonly body: string;
}

/** On `knowledge_chunk chunk`: the model has not been asked for its vector, and it is not being deleted. */
export function isUnembedded(datasetId: string, model: DatasetModel): Prisma.Sql {
  return Prisma.sql`(chunk.dataset_id = ${datasetId}
    AND NOT EXISTS (SELECT FROM knowledge_vector vector WHERE vector.chunk_id = chunk.id AND ${isOfModel(model)})
    AND EXISTS (SELECT FROM knowledge_document document WHERE document.id = chunk.document_pk
      AND document.deleted_at IS NULL))`;
}

/** The chunks after a row that are still to be embedded. */
export function chunksToEmbed(
  database: Database,
  datasetId: string,
  model: DatasetModel,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const due = Prisma.sql`SELECT id FROM knowledge_chunk chunk
    WHERE ${isUnembedded(datasetId, model)} AND id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

/** Those of a range that are still to be embedded. */
export function unembeddedChunks(
  { db }: Database,
  datasetId: string,
  model: DatasetModel,
  { first, last }: Rows,
): Promise<UnembeddedChunk[]> {
  return db.$queryRaw<UnembeddedChunk[]>`
    SELECT id, heading, body FROM knowledge_chunk chunk
    WHERE ${isUnembedded(datasetId, model)} AND id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY id`;
}

/** What a model made of a text: `null` when it refuses it. */
export interface Embedded {
  readonly id: bigint;
  readonly vector: Float32Array | null;
}

/** Adds vectors to chunks, and counts them and what was refused. A chunk that was removed meanwhile is left out. */
export async function addVectors(
  { db }: Database,
  turn: Turn,
  model: string,
  embedded: readonly Embedded[],
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const made = await statements.$queryRaw<{ is_refused: boolean; document_id: string }[]>`
      WITH made AS (
        INSERT INTO knowledge_vector AS known (chunk_id, model, dataset_id, document_pk, embedding)
        SELECT chunk.id, ${model}, chunk.dataset_id, chunk.document_pk, made.embedding::vector
        FROM unnest(${embedded.map(({ id }) => id)}::bigint[],
          ${embedded.map(({ vector }) => vectorLiteral(vector))}::text[])
          AS made(chunk_id, embedding) JOIN knowledge_chunk chunk ON chunk.id = made.chunk_id
        ON CONFLICT (chunk_id, model) DO UPDATE SET embedding = excluded.embedding
          WHERE vector_dims(known.embedding) IS DISTINCT FROM vector_dims(excluded.embedding)
        RETURNING known.document_pk, known.embedding IS NULL AS is_refused)
      SELECT is_refused, document_id FROM made JOIN knowledge_document document ON document.id = made.document_pk`;
    const refused = made.filter(({ is_refused }) => is_refused).map(({ document_id }) => document_id);
    await noteRefusedChunks(statements, turn.jobId, refused);
    const counts = { chunks_embedded: made.length - refused.length, chunks_refused: refused.length };
    await addCounts(statements, turn.jobId, counts);
  });
}
