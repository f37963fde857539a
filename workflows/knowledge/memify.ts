/** The Memify job: one of several pipelines enriches the graph of a dataset. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { ModelLimits, PricedRange } from '../../domain/jobs/row-ranges.ts';
import type { KnowledgeActivities, KnowledgeLocalActivities } from '../../activities/knowledge/index.ts';
import type { DatasetJobInput, MemifyInput } from '../../activities/knowledge/types.ts';
import type { MemifyPipeline } from '../../domain/knowledge/memify/pipelines.ts';
import type { MemifyResult } from '../../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { runJob } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';
import type { Steps } from '../job/steps.ts';
import { inRowRanges } from '../job/row-ranges.ts';
import type { RangeProgress, RangeWork } from '../job/row-ranges.ts';
import { ModelBudget } from '../job/budget.ts';

export interface MemifyJobInput
  extends DatasetJobInput<'knowledge.memify'>, Pick<MemifyInput, 'nodes' | 'sessions' | 'consolidation'> {
  readonly pipeline: MemifyPipeline;
  /** Absent when no language model is to read the chunks for `coding_rules`. */
  readonly extraction?: ModelLimits;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: MemifyProgress;
}

interface MemifyProgress extends RangeProgress {
  /** Generation of the job's turn at the dataset. */
  readonly generation: string;
  /** Which phase of the pipeline, from 0; absent in the first. */
  readonly phase?: number;
}

const local = proxyLocalActivities<KnowledgeLocalActivities>(LOCAL_ACTIVITY);
const { planFacts, planRules, planRuleExtraction, planSessions, planConsolidation, planLayers, planSummaries } = local;
const { memifyCounts, ruleExtractionOutcome } = local;

/** Runs a pipeline over the part of a dataset that it has not worked on yet, once no other job derives from the dataset. */
export function memifyJob(input: MemifyJobInput): Promise<MemifyResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id, nodes, sessions, consolidation, pipeline, extraction } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    let progress: MemifyProgress = input.so_far ?? {
      ...(await job.step(knowledge, 'takeTurn', { envelope, dataset_id })),
      ...{ after: '0', completed: 0 },
    };
    const about = { envelope, dataset_id, generation: progress.generation, nodes, sessions, consolidation };
    const continueAs = (so_far: MemifyProgress): MemifyJobInput => ({ ...input, so_far });
    if (!extraction) {
      const phases = PIPELINES[pipeline](job, knowledge, about);
      for (const [phase, batches] of phases.entries()) {
        if (phase < (progress.phase ?? 0)) continue;
        if (phase > (progress.phase ?? 0)) progress = { ...progress, phase, after: '0', completed: 0 };
        progress = await inRowRanges(job, progress, batches, continueAs);
      }
      return { dataset_id, counts: await memifyCounts(pipeline) };
    }
    const budget = new ModelBudget<PricedRange>(job, extraction, ({ model }) => [model]);
    await inRowRanges(job, progress, extractingRules(budget, job, knowledge, about), continueAs);
    const [counts, outcome] = await Promise.all([memifyCounts(pipeline), ruleExtractionOutcome(about)]);
    return { dataset_id, counts, extraction: { ...outcome, stopped_by: budget.stoppedBy } };
  });
}

/** Has a language model read the rules of chunks, as long as the budget lasts. */
function extractingRules(
  budget: ModelBudget<PricedRange>,
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  about: MemifyInput,
): RangeWork<PricedRange> {
  return {
    ...{ verb: 'extracts', unit: 'chunks' },
    plan: async (after) => (budget.stoppedBy === null ? planRuleExtraction({ ...about, after }) : []),
    run: async (rows, key, range) => {
      const end = await budget.run(range, () => job.step(knowledge, 'extractRules', { ...about, rows }, { key }));
      return end ?? { is_done: true };
    },
  };
}

/** The phases of each pipeline, in their order. */
const PIPELINES: Readonly<
  Record<MemifyPipeline, (job: Job, knowledge: Steps<KnowledgeActivities>, about: MemifyInput) => readonly RangeWork[]>
> = {
  coding_rules: (job, knowledge, about) => [
    {
      ...{ verb: 'reads', unit: 'chunks' },
      plan: (after) => planRules({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'readRules', { ...about, rows }, { key }),
    },
  ],
  triplet_embeddings: (job, knowledge, about) => [
    {
      ...{ verb: 'embeds', unit: 'facts' },
      plan: (after) => planFacts({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'embedFacts', { ...about, rows }, { key }),
    },
  ],
  session_persistence: (job, knowledge, about) => [
    {
      ...{ verb: 'keeps', unit: 'sessions' },
      plan: (after) => planSessions({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'keepSessions', { ...about, rows }, { key }),
    },
  ],
  consolidate_entities: (job, knowledge, about) => [
    {
      ...{ verb: 'consolidates', unit: 'layers' },
      plan: (after) => planConsolidation({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'consolidateEntities', { ...about, rows }, { key }),
    },
  ],
  communities: (job, knowledge, about) => [
    {
      ...{ verb: 'divides', unit: 'layers' },
      plan: (after) => planLayers({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'divideLayer', { ...about, rows }, { key }),
    },
    {
      ...{ verb: 'summarizes', unit: 'communities' },
      plan: (after) => planSummaries({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'summarizeCommunities', { ...about, rows }, { key }),
    },
  ],
};
