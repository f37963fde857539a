/**
 * The steps that change the model of a dataset (domain/knowledge/maintenance/re-embedding). Those for its facts are in
 * embed-facts.ts.
 */
import type { Database } from '../../platform/database/client.ts';
import { readCounts } from '../../domain/jobs/counts.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets/index.ts';
import type { DatasetModel } from '../../domain/knowledge/datasets/index.ts';
import {
  addVectors,
  chunksToEmbed,
  unembeddedChunks,
  removeOtherVectors,
  switchModel,
} from '../../domain/knowledge/maintenance/index.ts';
import type { EmbeddingResult } from '../../domain/knowledge/results.ts';
import type { RangeEnd, Range, Rows } from '../../domain/jobs/row-ranges.ts';
import { embedEach } from '../../domain/models/embed-each.ts';
import type { Models } from '../../domain/models/index.ts';
import { modelCaller } from '../models/model-caller.ts';
import type { Step } from '../step/step.ts';
import { embeddedText } from './processes/cut-document.ts';
import { turnOf } from './take-turn.ts';
import type { TurnInput } from './types.ts';

export interface ChangeModelDependencies {
  readonly database: Database;
  readonly models: Pick<Models, 'embed'>;
}

export interface ReEmbeddingInput extends TurnInput {
  /** Its name in the settings. */
  readonly model: string;
  readonly dimensions: number;
}

export interface EmbedInput extends ReEmbeddingInput {
  readonly rows: Rows;
}

/** Chunks of a step, which are embedded and committed together, and steps of a plan. */
const PLAN = { size: 64, ranges: 100 };

/** The new model. */
export const modelOf = ({ model, dimensions }: ReEmbeddingInput): DatasetModel => ({
  embeddingModel: model,
  embeddingDimensions: dimensions,
});

/** Which chunks are to be embedded next. */
export async function planEmbedding(
  { database }: Pick<ChangeModelDependencies, 'database'>,
  input: ReEmbeddingInput & { readonly after: string },
): Promise<Range[]> {
  await datasetToWrite(database, input.dataset_id);
  return chunksToEmbed(database, input.dataset_id, modelOf(input), input.after, PLAN);
}

/** Embeds those chunks of a range that the model has not been asked for. */
export async function embedChunks(
  { database, models }: ChangeModelDependencies,
  input: EmbedInput,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  const { tenantId } = await datasetToWrite(database, input.dataset_id);
  const chunks = await unembeddedChunks(database, input.dataset_id, modelOf(input), input.rows);
  const caller = modelCaller(step, tenantId);
  const vectors = await embedEach(chunks.map(embeddedText), (texts) =>
    models.embed(texts, 'passage', caller, input.model),
  );
  const embedded = chunks.map(({ id }, index) => ({ id, vector: vectors[index] ?? null }));
  await addVectors(database, turnOf(input, step), input.model, embedded);
  return { is_done: true };
}

/** Switches to the model; not done as long as something is still to be embedded by it. */
export async function useModel(
  { database }: Pick<ChangeModelDependencies, 'database'>,
  input: ReEmbeddingInput,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  return { is_done: await switchModel(database, turnOf(input, step), modelOf(input)) };
}

const NOTHING: Omit<EmbeddingResult, 'dataset_id'> = {
  chunks_embedded: 0,
  chunks_refused: 0,
  facts_embedded: 0,
  facts_refused: 0,
  vectors_removed: 0,
};

/** Removes the vectors of other models than the dataset's. What the job has done in all. */
export async function removeVectors(
  { database }: Pick<ChangeModelDependencies, 'database'>,
  input: TurnInput,
  step: Step,
): Promise<Omit<EmbeddingResult, 'dataset_id'>> {
  step.begin();
  const turn = turnOf(input, step);
  let completed = 0;
  for (let removed = 0; (removed = await removeOtherVectors(database, turn)) > 0;) {
    step.signal.throwIfAborted();
    completed += removed;
    step.onProgress({ completed, total: null, unit: 'vectors', message: null });
  }
  return { ...NOTHING, ...(await readCounts(database, step.jobId)) };
}
