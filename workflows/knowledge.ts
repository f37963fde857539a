/** The Cognify job: what is derived from the documents of a dataset. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { KnowledgeActivities, KnowledgeLocalActivities } from '../activities/knowledge/index.ts';
import type { CognifyRules } from '../activities/knowledge/types.ts';
import type { JobInput, JobKind } from '../domain/jobs/model.ts';
import type { CognifyResult } from '../domain/knowledge/results.ts';
import type { Rows, Work } from '../domain/knowledge/progress.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../domain/manifests/knowledge.ts';
import { runJob } from './job/job.ts';
import type { Job } from './job/job.ts';
import { LOCAL_ACTIVITY } from './job/local-activity.ts';
import { steps } from './job/steps.ts';
import type { Steps } from './job/steps.ts';

/** What a job on a dataset takes. */
export interface DatasetJobInput<Kind extends JobKind> extends JobInput<Kind> {
  readonly dataset_id: string;
}

export interface CognifyJobInput extends DatasetJobInput<'knowledge.cognify'> {
  readonly rules: CognifyRules;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: CognifyProgress;
}

type CognifyCounts = Omit<CognifyResult, 'dataset_id'>;

interface CognifyProgress {
  /** Chunking comes first: names are read when all titles are known. */
  readonly phase: 'chunking' | 'reading';
  /** The last row that is done. */
  readonly after: string;
  readonly counts: CognifyCounts;
}

/** Steps side by side: while some wait for vectors, others write rows. */
const PARALLEL_BATCHES = 4;

const { planChunks, planReading } = proxyLocalActivities<KnowledgeLocalActivities>(LOCAL_ACTIVITY);

const BEGINNING: CognifyProgress = {
  phase: 'chunking',
  after: '0',
  counts: {
    ...{ documents: 0, chunks_added: 0, chunks_kept: 0, chunks_removed: 0, documents_truncated: 0 },
    ...{ chunks_read: 0, mentions: 0, facts: 0 },
  },
};

/** Derives chunks, vectors, entities and facts from the documents of a dataset that have changed. */
export function cognifyJob(input: CognifyJobInput): Promise<CognifyResult> {
  return runJob(input, async (job) => {
    const knowledge = steps<KnowledgeActivities>(input.envelope, KNOWLEDGE_TASK_QUEUE, input.envelope.source);
    let progress = input.so_far ?? BEGINNING;
    if (progress.phase === 'chunking') {
      progress = await chunk(job, knowledge, input, progress);
      progress = { ...progress, phase: 'reading', after: '0' };
    }
    const { counts } = await read(job, knowledge, input, progress);
    return { dataset_id: input.dataset_id, ...counts };
  });
}

/** Chunks and embeds documents. */
function chunk(
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  input: CognifyJobInput,
  progress: CognifyProgress,
): Promise<CognifyProgress> {
  const { envelope, dataset_id, rules } = input;
  return inBatches(job, input, progress, {
    verb: 'chunks',
    unit: 'documents',
    plan: (after) => planChunks({ envelope, dataset_id, rules, after }),
    run: (rows) => job.step(knowledge, 'chunkDocuments', { envelope, dataset_id, rules, rows }, { key: rows.first }),
    completed: ({ documents }) => documents,
  });
}

/** Reads the names and facts of chunks. */
function read(
  job: Job,
  knowledge: Steps<KnowledgeActivities>,
  input: CognifyJobInput,
  progress: CognifyProgress,
): Promise<CognifyProgress> {
  const { envelope, dataset_id } = input;
  return inBatches(job, input, progress, {
    verb: 'reads',
    unit: 'chunks',
    plan: (after) => planReading({ envelope, dataset_id, after }),
    run: (rows) => job.step(knowledge, 'readNames', { envelope, dataset_id, rows }, { key: rows.first }),
    completed: ({ chunks_read }) => chunks_read,
  });
}

/** A phase of Cognify: what its batches are, and what each of them does. */
interface Phase {
  /** What it does with its units, for people. */
  readonly verb: string;
  readonly unit: string;
  /** The next batches after a row; none when the phase has ended. */
  readonly plan: (after: string) => Promise<Work>;
  readonly run: (rows: Rows) => Promise<Partial<CognifyCounts>>;
  /** How many units the counts say are done. */
  readonly completed: (counts: CognifyCounts) => number;
}

/** Runs a phase to its end, some batches side by side. Its place is in the progress, so that a long job continues as new. */
async function inBatches(
  job: Job,
  input: CognifyJobInput,
  progress: CognifyProgress,
  { verb, unit, plan, run, completed }: Phase,
): Promise<CognifyProgress> {
  for (;;) {
    const { ranges, rows } = await plan(progress.after);
    const last = ranges.at(-1)?.last;
    if (last === undefined) return progress;
    let { counts } = progress;
    job.show(`${verb} ${rows} ${unit}`);
    const done = await job.each(ranges, { parallel: PARALLEL_BATCHES }, async (range) => {
      // Added only when the step has ended: others beside it have changed the counts by then.
      const found = await run(range);
      counts = sum(counts, found);
      job.showProgress({ completed: completed(counts), total: null, unit, message: null });
    });
    progress = { ...progress, after: ranges[done - 1]?.last ?? last, counts };
    await job.continueAsNewIfSuggested<CognifyJobInput>({ ...input, so_far: progress });
  }
}

/** Counts with what a step has counted. */
function sum(counts: CognifyCounts, more: Partial<CognifyCounts>): CognifyCounts {
  const { documents = 0, chunks_added = 0, chunks_kept = 0, chunks_removed = 0, documents_truncated = 0 } = more;
  const { chunks_read = 0, mentions = 0, facts = 0 } = more;
  return {
    documents: counts.documents + documents,
    chunks_added: counts.chunks_added + chunks_added,
    chunks_kept: counts.chunks_kept + chunks_kept,
    chunks_removed: counts.chunks_removed + chunks_removed,
    documents_truncated: counts.documents_truncated + documents_truncated,
    chunks_read: counts.chunks_read + chunks_read,
    mentions: counts.mentions + mentions,
    facts: counts.facts + facts,
  };
}
