/** The step of Memify's `triplet_embeddings`: facts get vectors, as the texts that they are. */
import type { Database } from '../../platform/database/client.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import { addFactVectors, factTexts, factsToEmbed } from '../../domain/knowledge/memify/fact-vectors.ts';
import type { BatchEnd, Range } from '../../domain/jobs/batches.ts';
import type { Models } from '../../domain/models/index.ts';
import type { Step } from '../step/step.ts';
import { turnOf } from './take-turn.ts';
import type { MemifyPlanInput, MemifyStepInput } from './types.ts';

export interface EmbedFactsDependencies {
  readonly database: Database;
  readonly models: Pick<Models, 'embed'>;
}

/** Facts of a step, which are embedded and committed together, and steps of a plan. */
const PLAN = { size: 128, ranges: 100 };

/** Which facts are to be embedded next. */
export async function planFacts(
  { database }: Pick<EmbedFactsDependencies, 'database'>,
  { dataset_id, nodes, after }: MemifyPlanInput,
): Promise<Range[]> {
  const { embeddingModel } = await datasetToWrite(database, dataset_id);
  return factsToEmbed(database, { datasetId: dataset_id, model: embeddingModel, nodes }, after, PLAN);
}

/** Embeds the facts of a range that have no vector yet. */
export async function embedFacts(
  { database, models }: EmbedFactsDependencies,
  input: MemifyStepInput,
  step: Step,
): Promise<BatchEnd> {
  step.begin();
  const { dataset_id, nodes, rows } = input;
  const { embeddingModel: model, tenantId } = await datasetToWrite(database, dataset_id);
  const selection = { datasetId: dataset_id, model, nodes };
  const facts = await factTexts(database, selection, rows);
  const texts = facts.map(({ text }) => text);
  const vectors = await models.embed(texts, 'passage', { tenantId, signal: step.signal, spend: step.spend }, model);
  const made = facts.flatMap(({ id }, index) => {
    const vector = vectors[index];
    return vector ? [{ id, vector }] : [];
  });
  await addFactVectors(database, turnOf(input, step), model, made);
  return { is_done: true };
}
