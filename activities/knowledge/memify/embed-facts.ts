/**
 * The steps that give facts vectors, as the texts that they are: Memify's `triplet_embeddings` those that have none, a
 * change of the embedding model those that had one.
 */
import type { Database } from '../../../platform/database/client.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import {
  addFactVectors,
  factTexts,
  factsToEmbed,
  wasEmbedded,
  selectedFact,
} from '../../../domain/knowledge/memify/index.ts';
import type { FactSelection } from '../../../domain/knowledge/memify/index.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import { embedEach } from '../../../domain/models/embed-each.ts';
import type { Models } from '../../../domain/models/index.ts';
import { modelCaller } from '../../models/model-caller.ts';
import type { Step } from '../../step/step.ts';
import { modelOf } from '../re-embedding.ts';
import type { ReEmbeddingInput, EmbedInput } from '../re-embedding.ts';
import { turnOf } from '../take-turn.ts';
import type { MemifyPlanInput, MemifyStepInput } from '../types.ts';

export interface EmbedFactsDependencies {
  readonly database: Database;
  readonly models: Pick<Models, 'embed'>;
}

/** Facts of a step, which are embedded and committed together, and steps of a plan. */
const PLAN = { size: 128, ranges: 100 };

/** Which facts Memify embeds next. */
export async function planFacts(
  { database }: Pick<EmbedFactsDependencies, 'database'>,
  { dataset_id, options, after }: MemifyPlanInput<'triplet_embeddings'>,
): Promise<Range[]> {
  const model = await datasetToWrite(database, dataset_id);
  return factsToEmbed(database, { datasetId: dataset_id, model, which: selectedFact(options.nodes) }, after, PLAN);
}

/** Embeds the facts of a range that have no vector yet. */
export async function embedFacts(
  dependencies: EmbedFactsDependencies,
  input: MemifyStepInput<'triplet_embeddings'>,
  step: Step,
): Promise<RangeEnd> {
  const { dataset_id, options } = input;
  const model = await datasetToWrite(dependencies.database, dataset_id);
  return embed(dependencies, input, { datasetId: dataset_id, model, which: selectedFact(options.nodes) }, step);
}

/** Which facts a change of the model embeds next. */
export async function planReembedding(
  { database }: Pick<EmbedFactsDependencies, 'database'>,
  input: ReEmbeddingInput & { readonly after: string },
): Promise<Range[]> {
  await datasetToWrite(database, input.dataset_id);
  return factsToEmbed(database, hadVector(input), input.after, PLAN);
}

/** Embeds the facts of a range that have a vector of the present model, and none of the new one. */
export function reembedFacts(dependencies: EmbedFactsDependencies, input: EmbedInput, step: Step): Promise<RangeEnd> {
  return embed(dependencies, input, hadVector(input), step);
}

function hadVector(input: ReEmbeddingInput): FactSelection {
  return { datasetId: input.dataset_id, model: modelOf(input), which: wasEmbedded() };
}

async function embed(
  { database, models }: EmbedFactsDependencies,
  input: Pick<EmbedInput, 'dataset_id' | 'generation' | 'envelope' | 'rows'>,
  selection: FactSelection,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  const { tenantId } = await datasetToWrite(database, input.dataset_id);
  const { embeddingModel: model } = selection.model;
  const facts = await factTexts(database, selection, input.rows);
  const caller = modelCaller(step, tenantId);
  const vectors = await embedEach(
    facts.map(({ text }) => text),
    (texts) => models.embed(texts, 'passage', caller, model),
  );
  const embedded = facts.map(({ id }, index) => ({ id, vector: vectors[index] ?? null }));
  await addFactVectors(database, turnOf(input, step), model, embedded);
  return { is_done: true };
}
