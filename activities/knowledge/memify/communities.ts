/** The steps of Memify's `communities`: each layer of a dataset is divided, then what has changed is summarized. */
import { withParts } from '../../../engines/knowledge/communities/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import {
  commitCommunities,
  describedCommunities,
  estimateDivision,
  readLayerGraph,
  commitSummaries,
  communitiesToSummarize,
  unsummarized,
} from '../../../domain/knowledge/graph/index.ts';
import { layerOfRow, layersAfter, datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import type { Models } from '../../../domain/models/index.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { Step } from '../../step/step.ts';
import type { TextPool } from '../processes/pool.ts';
import { writerOf } from './describe-communities.ts';
import { turnOf } from '../take-turn.ts';
import type { MemifyPlanInput, MemifyStepInput } from '../types.ts';

export interface CommunityDependencies {
  readonly database: Database;
  readonly texts: TextPool;
  readonly models: Models;
}

/** A step divides one layer. */
const LAYERS = { size: 1, ranges: 100 };
/** Communities of a step, each with a few passages (domain/knowledge/graph/communities/summaries.ts). */
const SUMMARIES = { size: 32, ranges: 100 };

/** Which layers are to be divided next. */
export async function planLayers(
  { database }: Pick<CommunityDependencies, 'database'>,
  { dataset_id, after }: MemifyPlanInput<'communities'>,
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return layersAfter(database, dataset_id, after, LAYERS);
}

/**
 * Divides the layer of a row, or counts what that would change: what has not changed since the last time keeps its
 * communities.
 */
export async function divideLayer(
  { database, texts, models }: CommunityDependencies,
  input: MemifyStepInput<'communities'>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  await datasetToWrite(database, input.dataset_id);
  const layer = layerOfRow(input.dataset_id, input.rows.first);
  const { describes, dry_run } = input.options;
  const turn = turnOf(input, step);
  for (;;) {
    step.signal.throwIfAborted();
    const graph = await readLayerGraph(database, layer);
    const divided = await texts.divide(graph.entities, graph.edges, graph.known, poolCaller(input.envelope, step));
    if (dry_run) {
      const described = describes ? await describedCommunities(database, turn.datasetId, writerOf(models)) : null;
      const { communities: former } = graph.known;
      return { is_done: true, found: await estimateDivision(database, { layer, former, divided, described }) };
    }
    const isCommitted = await commitCommunities(database, turn, step.id, { layer, graph, divided });
    if (isCommitted) return { is_done: true, found: { communities: withParts(divided.communities).length } };
  }
}

/** Which communities are to be summarized next. */
export async function planSummaries(
  { database }: Pick<CommunityDependencies, 'database'>,
  { dataset_id, after }: MemifyPlanInput<'communities'>,
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return communitiesToSummarize(database, dataset_id, after, SUMMARIES);
}

/** Summarizes the communities of a range that have changed, by sentences of their passages. */
export async function summarizeCommunities(
  { database, texts }: CommunityDependencies,
  input: MemifyStepInput<'communities'>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  await datasetToWrite(database, input.dataset_id);
  const communities = await unsummarized(database, input.dataset_id, input.rows);
  const passages = communities.map((community) => community.passages);
  const summaries = await texts.summarize(passages, poolCaller(input.envelope, step));
  const made = communities.map(({ id, digest }, index) => ({ id, digest, sentences: summaries[index] ?? [] }));
  await commitSummaries(database, turnOf(input, step), made);
  return { is_done: true };
}
