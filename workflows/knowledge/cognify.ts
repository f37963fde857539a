/** The Cognify job: what is derived from the documents of a dataset. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { PricedRange } from '../../domain/jobs/row-ranges.ts';
import type { KnowledgeActivities, KnowledgeLocalActivities } from '../../activities/knowledge/index.ts';
import type {
  CognifyRules,
  DatasetJobInput,
  ExtractionInput,
  ExtractionRules,
  TurnInput,
} from '../../activities/knowledge/types.ts';
import type { CognifyResult, ExtractionOutcome } from '../../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { runJob } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';
import type { Steps } from '../job/steps.ts';
import { inRowRanges } from '../job/row-ranges.ts';
import type { RangeProgress, RangeWork } from '../job/row-ranges.ts';
import { ModelBudget } from '../job/budget.ts';

export interface CognifyJobInput extends DatasetJobInput<'knowledge.cognify'> {
  readonly rules: CognifyRules;
  /** Absent when no language model is to read the chunks. */
  readonly extraction?: ExtractionRules;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: CognifyProgress;
}

interface CognifyProgress extends RangeProgress {
  /** Generation of the job's turn at the dataset. */
  readonly generation: string;
  readonly phase: PhaseName;
  /** The limit that ended the phase `extracting`. */
  readonly stopped_by?: ExtractionOutcome['stopped_by'];
}

const { planChunks, planReading, cognifyCounts, planExtraction, extractionOutcome } =
  proxyLocalActivities<KnowledgeLocalActivities>(LOCAL_ACTIVITY);

/** The order of the phases. Names are read when all titles are known, and what a language model has found. */
const PHASES = ['chunking', 'extracting', 'reading'] as const;
type PhaseName = (typeof PHASES)[number];

/** Derives chunks, vectors, entities and facts from the documents of a dataset that have changed. */
export function cognifyJob(input: CognifyJobInput): Promise<CognifyResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id, so_far } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    let progress = so_far ?? (await begin(job, knowledge, input));
    const about = { envelope, dataset_id, generation: progress.generation };
    const { extraction } = input;
    const continueAs = (so_far: CognifyProgress): CognifyJobInput => ({ ...input, so_far });
    for (const phase of PHASES.slice(PHASES.indexOf(progress.phase))) {
      if (phase !== progress.phase) progress = { ...progress, phase, after: '0', completed: 0 };
      if (phase === 'chunking')
        progress = await inRowRanges(job, progress, chunking(job, knowledge, input, about), continueAs);
      else if (phase === 'reading')
        progress = await inRowRanges(job, progress, reading(job, knowledge, about), continueAs);
      else if (extraction) {
        const budget = new ModelBudget<PricedRange>(job, extraction, ({ model }) => [model]);
        const extracting = extractingWithin(budget, job, knowledge, { ...about, rules: input.rules, extraction });
        progress = { ...(await inRowRanges(job, progress, extracting, continueAs)), stopped_by: budget.stoppedBy };
      }
    }
    const counts = await cognifyCounts();
    if (!extraction) return { dataset_id, ...counts };
    const outcome = await extractionOutcome({ ...about, rules: input.rules, extraction });
    return { dataset_id, ...counts, extraction: { ...outcome, stopped_by: progress.stopped_by ?? null } };
  });
}

async function begin(
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  { envelope, dataset_id }: CognifyJobInput,
): Promise<CognifyProgress> {
  const { generation } = await job.step(knowledge, 'takeTurn', { envelope, dataset_id });
  return { generation, phase: PHASES[0], after: '0', completed: 0 };
}

/** Cuts and embeds documents. */
function chunking(
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  { rules }: CognifyJobInput,
  about: TurnInput,
): RangeWork {
  return {
    verb: 'chunks',
    unit: 'documents',
    plan: (after) => planChunks({ ...about, rules, after }),
    run: (rows, key) => job.step(knowledge, 'chunkDocuments', { ...about, rules, rows }, { key }),
  };
}

/** Has a language model read chunks, as long as the budget lasts. */
function extractingWithin(
  budget: ModelBudget<PricedRange>,
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  input: ExtractionInput,
): RangeWork<PricedRange> {
  return {
    verb: 'extracts',
    unit: 'chunks',
    plan: async (after) => (budget.stoppedBy === null ? planExtraction({ ...input, after }) : []),
    run: async (rows, key, range) => {
      const end = await budget.run(range, () => job.step(knowledge, 'extractGraphs', { ...input, rows }, { key }));
      return end ?? { is_done: true };
    },
  };
}

/** Reads the names and facts of chunks. */
function reading(job: Job, knowledge: Steps<KnowledgeActivities>, about: TurnInput): RangeWork {
  return {
    verb: 'reads',
    unit: 'chunks',
    plan: (after) => planReading({ ...about, after }),
    run: (rows, key) => job.step(knowledge, 'readNames', { ...about, rows }, { key }),
  };
}
