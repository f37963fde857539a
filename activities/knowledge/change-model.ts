/** The steps that change the model of a dataset (domain/knowledge/embedding.ts). */
import type { Database } from '../../platform/database/client.ts';
import { readCounts } from '../../domain/jobs/counts.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import type { DatasetModel } from '../../domain/knowledge/datasets.ts';
import {
  addVectors,
  chunksToEmbed,
  removeOtherVectors,
  switchModel,
  unembeddedChunks,
} from '../../domain/knowledge/cognify/embedding.ts';
import type { BatchEnd, Range, Rows } from '../../domain/jobs/batches.ts';
import type { Models } from '../../domain/models/index.ts';
import type { Step } from '../step/step.ts';
import { embeddedText } from './texts/cut-document.ts';
import { turnOf } from './take-turn.ts';
import type { TurnInput } from './types.ts';

export interface ChangeModelDependencies {
  readonly database: Database;
  readonly models: Pick<Models, 'embed'>;
}

export interface ChangeModelInput extends TurnInput {
  /** Its name in the settings. */
  readonly model: string;
  readonly dimensions: number;
}

export interface EmbedInput extends ChangeModelInput {
  readonly rows: Rows;
}

/** Chunks of a step, which are embedded and committed together, and steps of a plan. */
const PLAN = { size: 64, ranges: 100 };

const modelOf = ({ model, dimensions }: ChangeModelInput): DatasetModel => ({
  embeddingModel: model,
  embeddingDimensions: dimensions,
});

/** Which chunks are to be embedded next. */
export async function planEmbedding(
  { database }: Pick<ChangeModelDependencies, 'database'>,
  input: ChangeModelInput & { readonly after: string },
): Promise<Range[]> {
  await datasetToWrite(database, input.dataset_id);
  return chunksToEmbed(database, input.dataset_id, modelOf(input), input.after, PLAN);
}

/** Embeds the chunks of a range that have no vector of the model. */
export async function embedChunks(
  { database, models }: ChangeModelDependencies,
  input: EmbedInput,
  step: Step,
): Promise<BatchEnd> {
  step.begin();
  const { tenantId } = await datasetToWrite(database, input.dataset_id);
  const chunks = await unembeddedChunks(database, input.dataset_id, modelOf(input), input.rows);
  const caller = { tenantId, signal: step.signal, spend: step.spend };
  const vectors = await models.embed(chunks.map(embeddedText), 'passage', caller, input.model);
  const made = chunks.flatMap(({ id }, index) => {
    const vector = vectors[index];
    return vector ? [{ id, vector }] : [];
  });
  await addVectors(database, turnOf(input, step), input.model, made);
  return { is_done: true };
}

/** Switches to the model; not done as long as a chunk has no vector of it. */
export async function useModel(
  { database }: Pick<ChangeModelDependencies, 'database'>,
  input: ChangeModelInput,
  step: Step,
): Promise<BatchEnd> {
  step.begin();
  return { is_done: await switchModel(database, turnOf(input, step), modelOf(input)) };
}

/** Removes the vectors of other models than the dataset's. What the job has done in all. */
export async function removeVectors(
  { database }: Pick<ChangeModelDependencies, 'database'>,
  input: TurnInput,
  step: Step,
): Promise<{ readonly chunks_embedded: number; readonly vectors_removed: number }> {
  step.begin();
  const turn = turnOf(input, step);
  let completed = 0;
  for (let removed = 0; (removed = await removeOtherVectors(database, turn)) > 0;) {
    step.signal.throwIfAborted();
    completed += removed;
    step.onProgress({ completed, total: null, unit: 'vectors', message: null });
  }
  const { chunks_embedded = 0, vectors_removed = 0 } = await readCounts(database, step.jobId);
  return { chunks_embedded, vectors_removed };
}
