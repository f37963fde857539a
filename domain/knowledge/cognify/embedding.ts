/**
 * Changes the model that a dataset is searched by. New vectors are written beside the old ones; a single statement switches to them, and
 * the old ones are removed afterwards. It happens in the turn of a job, so that no chunks are added meanwhile.
 */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { vectorLiteral } from './chunks.ts';
import { addCounts } from '../../jobs/counts.ts';
import type { DatasetModel } from '../datasets.ts';
import { inRanges } from '../../jobs/batches.ts';
import type { PlanSize, Range, Rows } from '../../jobs/batches.ts';
import { lockInTurn } from './turns.ts';
import type { Turn } from './turns.ts';

export interface UnembeddedChunk {
  readonly id: bigint;
  readonly heading: string;
  readonly body: string;
}

/** Vectors that a transaction removes. */
const REMOVED_TOGETHER = 1_000;

/** Holds for the rows of `knowledge_chunk`, under the alias `chunk`, that have no vector of the model and are not being deleted. */
function lacks(datasetId: string, { embeddingModel, embeddingDimensions }: DatasetModel): Prisma.Sql {
  return Prisma.sql`chunk.dataset_id = ${datasetId}
    AND NOT EXISTS (SELECT FROM knowledge_vector vector WHERE vector.chunk_id = chunk.id
      AND vector.model = ${embeddingModel} AND vector_dims(vector.embedding) = ${embeddingDimensions})
    AND EXISTS (SELECT FROM knowledge_document document WHERE document.id = chunk.document_pk AND document.deleted_at IS NULL)`;
}

/** The chunks after a row that have no vector of the model. */
export function chunksToEmbed(
  database: Database,
  datasetId: string,
  model: DatasetModel,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const due = Prisma.sql`SELECT id FROM knowledge_chunk chunk WHERE ${lacks(datasetId, model)} AND id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

/** Those of a range that have no vector of the model. */
export function unembeddedChunks(
  { db }: Database,
  datasetId: string,
  model: DatasetModel,
  { first, last }: Rows,
): Promise<UnembeddedChunk[]> {
  return db.$queryRaw<UnembeddedChunk[]>`
    SELECT id, heading, body FROM knowledge_chunk chunk
    WHERE ${lacks(datasetId, model)} AND id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY id`;
}

/** Adds vectors to chunks, and counts them. A chunk that was removed meanwhile is left out. */
export async function addVectors(
  { db }: Database,
  turn: Turn,
  model: string,
  made: readonly { readonly id: bigint; readonly vector: Float32Array }[],
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const chunks_embedded = await statements.$executeRaw`
      INSERT INTO knowledge_vector (chunk_id, model, dataset_id, document_pk, embedding)
      SELECT chunk.id, ${model}, chunk.dataset_id, chunk.document_pk, made.embedding::vector
      FROM unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ vector }) => vectorLiteral(vector))}::text[])
        AS made(chunk_id, embedding) JOIN knowledge_chunk chunk ON chunk.id = made.chunk_id
      ON CONFLICT (chunk_id, model) DO UPDATE SET embedding = excluded.embedding`;
    await addCounts(statements, turn.jobId, { chunks_embedded });
  });
}

/** Makes the model that of the dataset, unless a chunk has no vector of it yet: then `false`. */
export async function switchModel({ db }: Database, turn: Turn, model: DatasetModel): Promise<boolean> {
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const switched = await statements.$executeRaw`
      UPDATE knowledge_dataset SET embedding_model = ${model.embeddingModel}, embedding_dimensions = ${model.embeddingDimensions}
      WHERE id = ${turn.datasetId}
        AND NOT EXISTS (SELECT FROM knowledge_chunk chunk WHERE ${lacks(turn.datasetId, model)})`;
    return switched > 0;
  });
}

/** Removes vectors of chunks and facts by other models than the dataset's, a bounded number. How many; 0 when there are no more. */
export async function removeOtherVectors({ db }: Database, turn: Turn): Promise<number> {
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const chunks = await statements.$executeRaw`
      DELETE FROM knowledge_vector WHERE (chunk_id, model) IN (
        SELECT chunk_id, model FROM knowledge_vector vector JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${turn.datasetId} AND vector.model <> dataset.embedding_model LIMIT ${REMOVED_TOGETHER})`;
    const facts = await statements.$executeRaw`
      DELETE FROM knowledge_fact_vector WHERE (fact_id, model) IN (
        SELECT fact_id, model FROM knowledge_fact_vector vector JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${turn.datasetId} AND vector.model <> dataset.embedding_model LIMIT ${REMOVED_TOGETHER})`;
    const vectors_removed = chunks + facts;
    await addCounts(statements, turn.jobId, { vectors_removed });
    return vectors_removed;
  });
}
