/** The quality evaluation: cases become rows, are judged in batches, and are summed up. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { EvaluationActivities, EvaluationLocalActivities } from '../../activities/evaluation/index.ts';
import type { Measurement, PricedCases } from '../../activities/evaluation/types.ts';
import type { DatasetSource } from '../../domain/evaluation/datasets/cases.ts';
import type { QualityResult } from '../../domain/evaluation/results.ts';
import type { ModelLimits } from '../../domain/jobs/batches.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { inBatches } from '../job/batches.ts';
import type { BatchProgress, Batches } from '../job/batches.ts';
import { ModelBudget } from '../job/budget.ts';
import { runJob } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';
import type { Steps } from '../job/steps.ts';

export interface QualityJobInput extends JobInput<'evaluation.run'> {
  /** Of the request: part of the key of its cases, a JSON text per line. */
  readonly cases_digest: string;
  /** The dataset that has the cases instead. */
  readonly source?: DatasetSource;
  readonly measurements: readonly Measurement[];
  /** What the models that judge may take. */
  readonly limits: ModelLimits;
  /** The client's name of the run. */
  readonly name: string | null;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: QualityProgress;
}

interface QualityProgress extends BatchProgress {
  readonly cases: number;
  readonly stopped_by: QualityResult['stopped_by'];
}

const { planCases } = proxyLocalActivities<EvaluationLocalActivities>(LOCAL_ACTIVITY);

export function qualityJob(input: QualityJobInput): Promise<QualityResult> {
  return runJob(input, async (job) => {
    const { envelope, cases_digest, source, measurements, limits, name } = input;
    const evaluation = steps<EvaluationActivities>(envelope, EVALUATION_TASK_QUEUE, envelope.source);
    const progress = input.so_far ?? {
      ...(await job.step(evaluation, 'readCases', { envelope, cases_digest, ...(source && { source }) })),
      ...{ after: '0', completed: 0, stopped_by: null },
    };
    const budget = new ModelBudget<PricedCases>(job, limits, ({ models }) => models, progress.stopped_by);
    const { cases } = await inBatches(job, progress, judging(job, evaluation, input, budget), (so_far) => ({
      ...input,
      so_far: { ...so_far, stopped_by: budget.stoppedBy },
    }));
    const summary = await job.step(evaluation, 'summarizeScores', { envelope, measurements });
    const found = { engine_id: 'quality_evaluator', name, cases, ...summary, stopped_by: budget.stoppedBy } as const;
    const reports = await job.step(evaluation, 'writeReport', { envelope, result: found });
    return { ...found, reports: [...reports] };
  });
}

/** Judges cases: by models as long as the budget lasts, then by what needs none. */
function judging(
  job: Job,
  evaluation: Steps<EvaluationActivities>,
  { envelope, measurements }: QualityJobInput,
  budget: ModelBudget<PricedCases>,
): Batches<PricedCases> {
  return {
    ...{ verb: 'judges', unit: 'cases' },
    plan: (after) => planCases({ measurements, after }),
    run: async (rows, key, cases) => {
      const judge = (is_over_budget: boolean) =>
        job.step(evaluation, 'judgeCases', { envelope, measurements, rows, is_over_budget }, { key });
      if (cases.models.length === 0) return judge(false);
      return (await budget.run(cases, () => judge(false))) ?? judge(true);
    },
  };
}
