/** The dry run of a Cognify job: what the job would do, and what its models would take. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { KnowledgeActivities, KnowledgeLocalActivities } from '../../activities/knowledge/index.ts';
import type { ChunkSums, CognifyRules, DatasetJobInput, ExtractionRules } from '../../activities/knowledge/types.ts';
import type { DryRunResult } from '../../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { inRowRanges } from '../job/row-ranges.ts';
import type { RangeProgress, RangeWork } from '../job/row-ranges.ts';
import { runJob } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';

export interface CognifyDryRunInput extends DatasetJobInput<'knowledge.cognify'> {
  readonly rules: CognifyRules;
  /** `null` when no language model would read the chunks. */
  readonly extraction: ExtractionRules | null;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: DryRunProgress;
}

interface DryRunProgress extends RangeProgress {
  readonly sums: ChunkSums;
}

const { planChunks } = proxyLocalActivities<KnowledgeLocalActivities>(LOCAL_ACTIVITY);

/** A dry run takes no turn at its dataset: no row is of this generation, and other jobs need not wait. */
const OUT_OF_TURN = '-1';

const START: DryRunProgress = {
  after: '0',
  completed: 0,
  sums: { documents: 0, chunks: 0, embedded_tokens: 0, extracted: 0, extracted_tokens: 0 },
};

/** Estimates what a Cognify job would do with the dataset as it is now. */
export function cognifyDryRun(input: CognifyDryRunInput): Promise<DryRunResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id, rules, extraction, so_far = START } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    const about = { envelope, dataset_id, generation: OUT_OF_TURN, rules, extraction };
    let { sums } = so_far;
    const estimating: RangeWork = {
      verb: 'estimates',
      unit: 'documents',
      plan: (after) => planChunks({ envelope, dataset_id, generation: OUT_OF_TURN, rules, after }),
      run: async (rows, key) => {
        const end = await job.step(knowledge, 'estimateChunks', { ...about, rows }, { key });
        sums = added(sums, end.sums);
        return end;
      },
    };
    const continueAs = (progress: DryRunProgress): CognifyDryRunInput => ({ ...input, so_far: { ...progress, sums } });
    await inRowRanges(job, so_far, estimating, continueAs);
    return { dataset_id, estimate: await job.step(knowledge, 'estimateModels', { ...about, sums }) };
  });
}

function added(one: ChunkSums, other: ChunkSums): ChunkSums {
  return {
    documents: one.documents + other.documents,
    chunks: one.chunks + other.chunks,
    embedded_tokens: one.embedded_tokens + other.embedded_tokens,
    extracted: one.extracted + other.extracted,
    extracted_tokens: one.extracted_tokens + other.extracted_tokens,
  };
}
