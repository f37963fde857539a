/** The Memify job: one of several pipelines enriches the graph of a dataset. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { ModelLimits, PricedRange, Range } from '../../domain/jobs/row-ranges.ts';
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
  extends
    DatasetJobInput<'knowledge.memify'>,
    Pick<MemifyInput, 'nodes' | 'sessions' | 'consolidation' | 'communities'> {
  readonly pipeline: MemifyPipeline;
  /** Absent when no language model is to read chunks for `coding_rules`, or to describe `communities`. */
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

/** Runs a pipeline over the part of a dataset that it has not worked on yet, once no other job derives from the dataset. */
export function memifyJob(input: MemifyJobInput): Promise<MemifyResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id, nodes, sessions, consolidation, communities, pipeline, extraction } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    let progress: MemifyProgress = input.so_far ?? {
      ...(await job.step(knowledge, 'takeTurn', { envelope, dataset_id })),
      ...{ after: '0', completed: 0 },
    };
    const { generation } = progress;
    const about = { envelope, dataset_id, generation, nodes, sessions, consolidation, communities };
    const budget = extraction ? new ModelBudget<PricedRange>(job, extraction, ({ model }) => [model]) : null;
    const continueAs = (so_far: MemifyProgress): MemifyJobInput => ({ ...input, so_far });
    const inRanges: Run['inRanges'] = (work) => (before) => inRowRanges(job, before, work, continueAs);
    const phases = PIPELINES[pipeline]({ job, knowledge, about, budget, inRanges });
    for (const [phase, work] of phases.entries()) {
      if (phase < (progress.phase ?? 0)) continue;
      if (phase > (progress.phase ?? 0)) progress = { ...progress, phase, after: '0', completed: 0 };
      progress = await work(progress);
    }
    const isDryRun = consolidation?.dry_run === true || communities?.dry_run === true;
    return {
      ...{ dataset_id, counts: await memifyCounts(pipeline), ...(isDryRun && { is_dry_run: true }) },
      ...(await outcomeOf(pipeline, about, budget)),
    };
  });
}

/** What became of what a language model was asked, or would be asked. */
async function outcomeOf(
  pipeline: MemifyPipeline,
  about: MemifyInput,
  budget: Budget | null,
): Promise<Pick<MemifyResult, 'extraction' | 'descriptions' | 'model_estimate'>> {
  const { describes = false, dry_run = false } = about.communities ?? {};
  if (describes && dry_run) return { model_estimate: await estimateDescribing() };
  if (budget === null) return {};
  const { stoppedBy: stopped_by } = budget;
  if (describes) return { descriptions: { ...(await descriptionsOutcome(about)), stopped_by } };
  return pipeline === 'coding_rules' ? { extraction: { ...(await ruleExtractionOutcome(about)), stopped_by } } : {};
}

type Budget = ModelBudget<PricedRange>;

interface Run {
  readonly job: Job;
  readonly knowledge: Steps<KnowledgeActivities>;
  readonly about: MemifyInput;
  /** `null` when no language model is asked. */
  readonly budget: Budget | null;
  /** A phase that works on ranges. */
  readonly inRanges: <R extends Range>(work: RangeWork<R>) => Phase;
}

/** Goes on from what was reached, and returns what it reaches. */
type Phase = (progress: MemifyProgress) => Promise<MemifyProgress>;

/** Work for which a language model is asked, as long as the budget lasts. */
function withinBudget(budget: Budget, work: RangeWork<PricedRange>): RangeWork<PricedRange> {
  return {
    ...work,
    plan: async (after) => (budget.stoppedBy === null ? work.plan(after) : []),
    run: async (rows, key, range) => (await budget.run(range, () => work.run(rows, key, range))) ?? { is_done: true },
  };
}

/** The phases of each pipeline, in their order. */
const PIPELINES: Readonly<Record<MemifyPipeline, (run: Run) => readonly Phase[]>> = {
  coding_rules: ({ job, knowledge, about, budget, inRanges }) => [
    budget
      ? inRanges(
          withinBudget(budget, {
            ...{ verb: 'extracts', unit: 'chunks' },
            plan: (after) => planRuleExtraction({ ...about, after }),
            run: (rows, key) => job.step(knowledge, 'extractRules', { ...about, rows }, { key }),
          }),
        )
      : inRanges({
          ...{ verb: 'reads', unit: 'chunks' },
          plan: (after) => planRules({ ...about, after }),
          run: (rows, key) => job.step(knowledge, 'readRules', { ...about, rows }, { key }),
        }),
  ],
  triplet_embeddings: ({ job, knowledge, about, inRanges }) => [
    inRanges({
      ...{ verb: 'embeds', unit: 'facts' },
      plan: (after) => planFacts({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'embedFacts', { ...about, rows }, { key }),
    }),
  ],
  session_persistence: ({ job, knowledge, about, inRanges }) => [
    inRanges({
      ...{ verb: 'keeps', unit: 'sessions' },
      plan: (after) => planSessions({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'keepSessions', { ...about, rows }, { key }),
    }),
  ],
  consolidate_entities: ({ job, knowledge, about, inRanges }) => [
    inRanges({
      ...{ verb: 'consolidates', unit: 'layers' },
      plan: (after) => planConsolidation({ ...about, after }),
      run: (rows, key) => job.step(knowledge, 'consolidateEntities', { ...about, rows }, { key }),
    }),
  ],
  communities: communityPhases,
};

function communityPhases({ job, knowledge, about, budget, inRanges }: Run): readonly Phase[] {
  const dividing = inRanges({
    ...{ verb: 'divides', unit: 'layers' },
    plan: (after) => planLayers({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'divideLayer', { ...about, rows }, { key }),
  });
  if (about.communities?.dry_run === true) return [dividing];
  const summarizing = inRanges({
    ...{ verb: 'summarizes', unit: 'communities' },
    plan: (after) => planSummaries({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'summarizeCommunities', { ...about, rows }, { key }),
  });
  if (budget === null) return [dividing, summarizing];
  const describing = withinBudget(budget, {
    ...{ verb: 'describes', unit: 'communities' },
    plan: (after) => planDescriptions({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'describeCommunities', { ...about, rows }, { key }),
  });
  return [dividing, summarizing, inRanges(describing)];
}
