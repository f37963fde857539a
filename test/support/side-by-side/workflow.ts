/** A job of steps side by side, in the frame of every job: no domain of the service has one that a test could hold at will. */
import { runJob } from '../../../workflows/job/job.ts';
import { steps } from '../../../workflows/job/steps.ts';
import type { JobInput } from '../../../domain/jobs/model.ts';
import type { SideActivities } from './worker.ts';

export const SIDE_TASK_QUEUE = 'side';

export interface SideBySideInput extends JobInput {
  /** Each is fetched by a step. */
  readonly urls: readonly string[];
  readonly parallel_steps?: number;
  /** Whether the workflow itself counts the steps that ended. */
  readonly counts?: boolean;
  /** Whether it fails with the first step that does, or with the first of them once all have ended. */
  readonly fails_at_once?: boolean;
  /** Fetched after the others, in another run if Temporal suggests it. */
  readonly later?: readonly string[];
}

export function sideBySide(input: SideBySideInput): Promise<{ readonly answers: readonly string[] }> {
  const { envelope, urls, parallel_steps = 10, counts = false, fails_at_once = false } = input;
  return runJob(
    input,
    async (job) => {
      const side = steps<SideActivities>(envelope, SIDE_TASK_QUEUE, 'pages side by side');
      let completed = 0;
      const fetched = urls.map(async (url) => {
        const answer = await job.step(side, 'fetchPage', { envelope, url });
        completed++;
        if (counts) job.showProgress({ completed, total: urls.length, unit: 'steps', message: null });
        return answer;
      });
      if (!fails_at_once) await Promise.allSettled(fetched);
      const answers = await Promise.all(fetched);
      const { later, ...rest } = input;
      if (later) await job.continueAsNewIfSuggested({ ...rest, urls: later });
      return { answers };
    },
    { parallelSteps: parallel_steps },
  );
}
