/** The job that adds a version to an evaluation dataset. */
import type { EvaluationActivities } from '../../activities/evaluation/index.ts';
import type { ImportSource } from '../../activities/evaluation/datasets/types.ts';
import type { AddedVersion } from '../../domain/evaluation/results.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { runJob } from '../job/job.ts';
import { steps } from '../job/steps.ts';

export interface ImportJobInput extends JobInput<'evaluation.import'> {
  /** The evaluation dataset. */
  readonly dataset_id: string;
  /** Where its rows come from. */
  readonly rows: ImportSource;
}

export function importJob(input: ImportJobInput): Promise<AddedVersion> {
  return runJob(input, (job) => {
    const { envelope, dataset_id, rows } = input;
    const evaluation = steps<EvaluationActivities>(envelope, EVALUATION_TASK_QUEUE, envelope.source);
    return job.step(evaluation, 'importRows', { envelope, dataset_id, source: rows });
  });
}
