/**
 * Changes the model that a dataset is searched by. New vectors of chunks and facts are written beside the old ones; a
 * single statement switches to them, and the old ones are removed afterwards. It happens in the turn of a job, so that
 * no chunks are added meanwhile.
 */
import type { Database } from '../../../../platform/database/client.ts';
import { addCounts } from '../../../jobs/counts.ts';
import { lockInTurn } from '../../datasets/turns.ts';
import type { Turn } from '../../datasets/turns.ts';
import type { DatasetModel } from '../../datasets/datasets.ts';
import { isFactDue, wasEmbedded } from '../../memify/fact-vectors.ts';
import { isUnembedded } from './chunks.ts';

/** Vectors that a transaction removes. */
const REMOVED_TOGETHER = 1_000;

/**
 * Makes the model that of the dataset, unless a chunk, or a fact that had a vector, is still to be embedded by it: then
 * `false`.
 */
export async function switchModel({ db }: Database, turn: Turn, model: DatasetModel): Promise<boolean> {
  const { datasetId } = turn;
  const facts = { datasetId, model, which: wasEmbedded() };
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const switched = await statements.$executeRaw`
      UPDATE knowledge_dataset SET embedding_model = ${model.embeddingModel}, embedding_dimensions =
        ${model.embeddingDimensions}
      WHERE id = ${datasetId}
        AND NOT EXISTS (SELECT FROM knowledge_chunk chunk WHERE ${isUnembedded(datasetId, model)})
        AND NOT EXISTS (SELECT FROM knowledge_fact fact WHERE ${isFactDue(facts)})`;
    return switched > 0;
  });
}

/**
 * Removes vectors of chunks and facts by other models than the dataset's, a bounded number. How many; 0 when there are
 * no more.
 */
export async function removeOtherVectors({ db }: Database, turn: Turn): Promise<number> {
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const chunks = await statements.$executeRaw`
      DELETE FROM knowledge_vector WHERE (chunk_id, model) IN (
        SELECT chunk_id, model FROM knowledge_vector vector
          JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${turn.datasetId} AND vector.model <> dataset.embedding_model LIMIT ${REMOVED_TOGETHER})`;
    const facts = await statements.$executeRaw`
      DELETE FROM knowledge_fact_vector WHERE (fact_id, model) IN (
        SELECT fact_id, model FROM knowledge_fact_vector vector
          JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${turn.datasetId} AND vector.model <> dataset.embedding_model LIMIT ${REMOVED_TOGETHER})`;
    const vectors_removed = chunks + facts;
    await addCounts(statements, turn.jobId, { vectors_removed });
    return vectors_removed;
  });
}
