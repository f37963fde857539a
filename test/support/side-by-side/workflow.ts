/**
 * A job of steps and child jobs side by side, in the frame of every job: no domain of the service has one that a test
 * could hold at will.
 */
import { runJob } from '../../../workflows/job/job.ts';
import { steps } from '../../../workflows/job/steps.ts';
import { failureOfError } from '../../../domain/jobs/failure.ts';
import type { ChildOutcome, JobInput } from '../../../domain/jobs/model.ts';
import type { SideActivities } from './worker.ts';

export const SIDE_TASK_QUEUE = 'side';

export interface SideBySideInput extends JobInput {
  /** Each is fetched by a step, whose key is the name of the page. */
  readonly urls: readonly string[];
  /** Each is fetched once the page of the same place in `urls` has been, beside all others. */
  readonly chained?: readonly string[];
  readonly parallel_steps?: number;
  /** Whether the workflow itself counts the steps that ended. */
  readonly counts?: boolean;
  /** Whether it fails with the first step that does, or with the first of them once all have ended. */
  readonly fails_at_once?: boolean;
  /** Fetched after the others, in another run if Temporal suggests it. */
  readonly later?: readonly string[];
  /** Such jobs beside its steps: what each fetches, by its key. All must succeed, lest the job fails. */
  readonly children?: Readonly<Record<string, readonly string[]>>;
  /** How many events it emits in its last workflow task. */
  readonly last_events?: number;
}

export interface SideBySideResult {
  readonly answers: readonly string[];
  /** Absent without children. */
  readonly outcomes?: readonly ChildOutcome<SideBySideResult>[];
}

export function sideBySide(input: SideBySideInput): Promise<SideBySideResult> {
  const { envelope, urls, chained = [], parallel_steps = 10, counts = false } = input;
  const { fails_at_once = false, children } = input;
  return runJob(
    input,
    async (job) => {
      const side = steps<SideActivities>(envelope, SIDE_TASK_QUEUE, 'pages side by side');
      let completed = 0;
      const fetchPage = (url: string) =>
        job.step(side, 'fetchPage', { envelope, url }, { key: url.slice(url.lastIndexOf('/') + 1) });
      const fetched = urls.map(async (url, index) => {
        const answer = await fetchPage(url);
        const next = chained[index];
        if (next !== undefined) await fetchPage(next);
        completed++;
        if (counts) job.showProgress({ completed, total: urls.length, unit: 'steps', message: null });
        return answer;
      });
      const started = Object.entries(children ?? {}).map(([key, childUrls]) =>
        job.child<'parse', Omit<SideBySideInput, keyof JobInput>, SideBySideResult>({
          key,
          kind: 'parse',
          workflow: sideBySide,
          source: key,
          summary: key,
          input: { urls: childUrls },
        }),
      );
      if (!fails_at_once) await Promise.allSettled(fetched);
      const answers = await Promise.all(fetched);
      const outcomes = await Promise.all(started);
      const failed = outcomes.find(({ error }) => error !== null);
      if (failed?.error) throw failureOfError(failed.error, new Error('a child failed'));
      const { later, last_events = 0, ...rest } = input;
      for (let event = 1; event <= last_events; event++) {
        job.showProgress({ completed: event, total: last_events, unit: 'events', message: null });
      }
      if (later) await job.continueAsNewIfSuggested({ ...rest, urls: later });
      return { answers, ...(children && { outcomes }) };
    },
    { parallelSteps: parallel_steps },
  );
}
