/** The job that changes the embedding model of a dataset. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { KnowledgeActivities, KnowledgeLocalActivities } from '../../activities/knowledge/index.ts';
import type { EmbeddingResult } from '../../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { runJob } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';
import type { Steps } from '../job/steps.ts';
import { inRowRanges } from '../job/row-ranges.ts';
import type { RangeProgress, RangeWork } from '../job/row-ranges.ts';
import type { ReEmbeddingInput } from '../../activities/knowledge/re-embedding.ts';
import type { DatasetJobInput } from '../../activities/knowledge/types.ts';

export interface EmbedDatasetInput extends DatasetJobInput<'knowledge.embed'> {
  /** The new model, by its name in the settings. */
  readonly model: string;
  readonly dimensions: number;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: EmbeddingProgress;
}

interface EmbeddingProgress extends RangeProgress {
  /** Generation of the job's turn at the dataset. */
  readonly generation: string;
  /**
   * From 1. There is another round if vectors are missing after one: those of an earlier attempt of the job were
   * removed.
   */
  readonly round: number;
  readonly phase: PhaseName;
}

/** What is embedded in a round: chunks, then those facts that had a vector. */
const PHASES = ['chunks', 'facts'] as const;
type PhaseName = (typeof PHASES)[number];

const START = { phase: PHASES[0], after: '0', completed: 0 };

const { planEmbedding, planReembedding } = proxyLocalActivities<KnowledgeLocalActivities>(LOCAL_ACTIVITY);

/**
 * Embeds a dataset by another model, and has it searched by that one. A job that does not reach its end leaves the
 * dataset as it was.
 */
export function embedDatasetJob(input: EmbedDatasetInput): Promise<EmbeddingResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id, so_far } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    const progress = so_far ?? (await begin(job, knowledge, input));
    const about = { envelope, dataset_id, generation: progress.generation };
    // What cannot be removed then goes with the next change of the model, or with the dataset.
    job.onFailure(() => job.step(knowledge, 'removeVectors', about, { key: 'undone' }));
    await embed(job, knowledge, input, progress);
    return { dataset_id, ...(await job.step(knowledge, 'removeVectors', about, { key: 'old' })) };
  });
}

async function begin(
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  { envelope, dataset_id }: EmbedDatasetInput,
): Promise<EmbeddingProgress> {
  const { generation } = await job.step(knowledge, 'takeTurn', { envelope, dataset_id });
  return { generation, round: 1, ...START };
}

/** Embeds chunks and facts, and switches to the model. */
async function embed(
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  input: EmbedDatasetInput,
  from: EmbeddingProgress,
): Promise<void> {
  const { envelope, dataset_id, model, dimensions } = input;
  const about = { envelope, dataset_id, model, dimensions, generation: from.generation };
  const continueAs = (so_far: EmbeddingProgress): EmbedDatasetInput => ({ ...input, so_far });
  for (let progress = from; ; progress = { ...progress, ...START, round: progress.round + 1 }) {
    const { round } = progress;
    for (const phase of PHASES.slice(PHASES.indexOf(progress.phase))) {
      if (phase !== progress.phase) progress = { ...progress, ...START, phase };
      progress = await inRowRanges(job, progress, BATCHES[phase](job, knowledge, about, round), continueAs);
    }
    const { is_done } = await job.step(knowledge, 'useModel', about, { key: String(round) });
    if (is_done) return;
  }
}

const BATCHES: Readonly<
  Record<
    PhaseName,
    (job: Job, knowledge: Steps<KnowledgeActivities>, about: ReEmbeddingInput, round: number) => RangeWork
  >
> = {
  chunks: (job, knowledge, about, round) => ({
    verb: 'embeds',
    unit: 'chunks',
    plan: (after) => planEmbedding({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'embedChunks', { ...about, rows }, { key: `${round}.${key}` }),
  }),
  facts: (job, knowledge, about, round) => ({
    verb: 'embeds',
    unit: 'facts',
    plan: (after) => planReembedding({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'reembedFacts', { ...about, rows }, { key: `${round}.${key}` }),
  }),
};
