/** The Memify job: one of several pipelines enriches the graph of a dataset. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { Found, ModelLimits, PricedRange, Range } from '../../domain/jobs/row-ranges.ts';
import type { KnowledgeActivities, KnowledgeLocalActivities } from '../../activities/knowledge/index.ts';
import type { DatasetJobInput, MemifyInput, MemifyOptions } from '../../activities/knowledge/types.ts';
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

export interface MemifyJobInput<P extends MemifyPipeline = MemifyPipeline> extends DatasetJobInput<'knowledge.memify'> {
  readonly pipeline: P;
  readonly options: MemifyOptions[P];
  /** Absent when no language model is asked. */
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
const { planFacts, planRules, planRuleExtraction, planSessions, planConsolidation } = local;
const { planLayers, planSummaries, planDescriptions, descriptionsOutcome, estimateDescribing } = local;
const { memifyCounts, ruleExtractionOutcome } = local;

/**
 * Runs a pipeline over the part of a dataset that it has not worked on yet, once no other job derives from the dataset.
 */
export function memifyJob<P extends MemifyPipeline>(input: MemifyJobInput<P>): Promise<MemifyResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id, pipeline, options, extraction } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    let progress: MemifyProgress = input.so_far ?? {
      ...(await job.step(knowledge, 'takeTurn', { envelope, dataset_id })),
      after: '0',
      completed: 0,
    };
    const about: MemifyInput<P> = { envelope, dataset_id, generation: progress.generation, options };
    const budget = extraction ? new ModelBudget<PricedRange>(job, extraction, ({ model }) => [model]) : null;
    const continueAs = (so_far: MemifyProgress): MemifyJobInput<P> => ({ ...input, so_far });
    const inRanges: Run<P>['inRanges'] = (work) => (before) => inRowRanges(job, before, work, continueAs);
    const { phases, outcome }: Pipeline<P> = PIPELINES[pipeline];
    for (const [phase, work] of phases({ job, knowledge, about, budget, inRanges }).entries()) {
      if (phase < (progress.phase ?? 0)) continue;
      if (phase > (progress.phase ?? 0)) progress = { ...progress, phase, after: '0', completed: 0 };
      progress = await work(progress);
    }
    const { found = {} } = progress;
    return {
      dataset_id,
      counts: await memifyCounts(pipeline, found),
      ...(options.dry_run === true && { is_dry_run: true }),
      ...(await outcome?.(about, budget, found)),
    };
  });
}

type Budget = ModelBudget<PricedRange>;

interface Run<P extends MemifyPipeline> {
  readonly job: Job;
  readonly knowledge: Steps<KnowledgeActivities>;
  readonly about: MemifyInput<P>;
  /** `null` when no language model is asked. */
  readonly budget: Budget | null;
  /** A phase that works on ranges. */
  readonly inRanges: <R extends Range>(work: RangeWork<R>) => Phase;
}

/** Goes on from what was reached, and returns what it reaches. */
type Phase = (progress: MemifyProgress) => Promise<MemifyProgress>;

interface Pipeline<P extends MemifyPipeline> {
  /** In their order. */
  readonly phases: (run: Run<P>) => readonly Phase[];
  /** What became of what a language model was asked, or would be asked; absent when the pipeline asks none. */
  readonly outcome?: (about: MemifyInput<P>, budget: Budget | null, found: Found) => Promise<ModelOutcome>;
}

type ModelOutcome = Pick<MemifyResult, 'extraction' | 'descriptions' | 'model_estimate'>;

/** Work for which a language model is asked, as long as the budget lasts. */
function withinBudget(budget: Budget, work: RangeWork<PricedRange>): RangeWork<PricedRange> {
  return {
    ...work,
    plan: async (after) => (budget.stoppedBy === null ? work.plan(after) : []),
    run: async (rows, key, range) => (await budget.run(range, () => work.run(rows, key, range))) ?? { is_done: true },
  };
}

const PIPELINES: { readonly [P in MemifyPipeline]: Pipeline<P> } = {
  coding_rules: {
    phases: ({ job, knowledge, about, budget, inRanges }) => [
      budget
        ? inRanges(
            withinBudget(budget, {
              verb: 'extracts',
              unit: 'chunks',
              plan: (after) => planRuleExtraction({ ...about, after }),
              run: (rows, key) => job.step(knowledge, 'extractRules', { ...about, rows }, { key }),
            }),
          )
        : inRanges({
            verb: 'reads',
            unit: 'chunks',
            plan: (after) => planRules({ ...about, after }),
            run: (rows, key) => job.step(knowledge, 'readRules', { ...about, rows }, { key }),
          }),
    ],
    outcome: async (about, budget) =>
      budget === null ? {} : { extraction: { ...(await ruleExtractionOutcome(about)), stopped_by: budget.stoppedBy } },
  },
  triplet_embeddings: {
    phases: ({ job, knowledge, about, inRanges }) => [
      inRanges({
        verb: 'embeds',
        unit: 'facts',
        plan: (after) => planFacts({ ...about, after }),
        run: (rows, key) => job.step(knowledge, 'embedFacts', { ...about, rows }, { key }),
      }),
    ],
  },
  session_persistence: {
    phases: ({ job, knowledge, about, inRanges }) => [
      inRanges({
        verb: 'keeps',
        unit: 'sessions',
        plan: (after) => planSessions({ ...about, after }),
        run: (rows, key) => job.step(knowledge, 'keepSessions', { ...about, rows }, { key }),
      }),
    ],
  },
  consolidate_entities: {
    phases: ({ job, knowledge, about, inRanges }) => [
      inRanges({
        verb: 'consolidates',
        unit: 'layers',
        plan: (after) => planConsolidation({ ...about, after }),
        run: (rows, key) => job.step(knowledge, 'consolidateEntities', { ...about, rows }, { key }),
      }),
    ],
  },
  communities: { phases: communityPhases, outcome: communityOutcome },
};

function communityPhases({ job, knowledge, about, budget, inRanges }: Run<'communities'>): readonly Phase[] {
  const dividing = inRanges({
    verb: 'divides',
    unit: 'layers',
    plan: (after) => planLayers({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'divideLayer', { ...about, rows }, { key }),
  });
  if (about.options.dry_run) return [dividing];
  const summarizing = inRanges({
    verb: 'summarizes',
    unit: 'communities',
    plan: (after) => planSummaries({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'summarizeCommunities', { ...about, rows }, { key }),
  });
  if (budget === null) return [dividing, summarizing];
  const describing = withinBudget(budget, {
    verb: 'describes',
    unit: 'communities',
    plan: (after) => planDescriptions({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'describeCommunities', { ...about, rows }, { key }),
  });
  return [dividing, summarizing, inRanges(describing)];
}

async function communityOutcome(
  about: MemifyInput<'communities'>,
  budget: Budget | null,
  found: Found,
): Promise<ModelOutcome> {
  const { describes, dry_run } = about.options;
  if (describes && dry_run) return { model_estimate: await estimateDescribing(found) };
  if (budget === null) return {};
  return { descriptions: { ...(await descriptionsOutcome(about)), stopped_by: budget.stoppedBy } };
}
