/** The quality evaluation: cases become rows, are judged in batches, and are summed up. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { EvaluationActivities, EvaluationLocalActivities } from '../../activities/evaluation/index.ts';
import type { Measurement } from '../../activities/evaluation/types.ts';
import type { QualityResult } from '../../domain/evaluation/results.ts';
import type { Rows } from '../../domain/jobs/batches.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { inBatches } from '../job/batches.ts';
import type { BatchProgress } from '../job/batches.ts';
import { runJob } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';

export interface QualityJobInput extends JobInput<'evaluation.run'> {
  /** Of the request: part of the key of its cases, a JSON text per line. */
  readonly cases_digest: string;
  readonly measurements: readonly Measurement[];
  /** The client's name of the run. */
  readonly name: string | null;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: QualityProgress;
}

interface QualityProgress extends BatchProgress {
  readonly cases: number;
}

const { planCases } = proxyLocalActivities<EvaluationLocalActivities>(LOCAL_ACTIVITY);

export function qualityJob(input: QualityJobInput): Promise<QualityResult> {
  return runJob(input, async (job) => {
    const { envelope, cases_digest, measurements, name } = input;
    const evaluation = steps<EvaluationActivities>(envelope, EVALUATION_TASK_QUEUE, envelope.source);
    const progress = input.so_far ?? {
      ...(await job.step(evaluation, 'readCases', { envelope, cases_digest })),
      ...{ after: '0', completed: 0 },
    };
    const judging = {
      ...{ verb: 'judges', unit: 'cases' },
      plan: planCases,
      run: (rows: Rows, key: string) => job.step(evaluation, 'judgeCases', { envelope, measurements, rows }, { key }),
    };
    const { cases } = await inBatches(job, progress, judging, (so_far) => ({ ...input, so_far }));
    const metrics = await job.step(evaluation, 'summarizeScores', { envelope, measurements });
    const result = { engine_id: 'quality_evaluator', name, cases, metrics } as const;
    const reports = await job.step(evaluation, 'writeReport', { envelope, result });
    return { ...result, reports: [...reports] };
  });
}
