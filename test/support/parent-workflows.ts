/** The service's workflows, and a job that does nothing but start child jobs. */
import type { SourceInput } from '../../activities/parse/types.ts';
import { failureOfError } from '../../domain/jobs/failure.ts';
import type { ChildOutcome, JobInput } from '../../domain/jobs/model.ts';
import { runJob } from '../../workflows/job/job.ts';
import { parseJob } from '../../workflows/parse.ts';
import type { ParseJobResult } from '../../workflows/parse.ts';

export * from '../../workflows/index.ts';

export interface ParentInput extends JobInput {
  /** What each child parses, by its key. */
  readonly requests: Readonly<Record<string, SourceInput['request']>>;
  /** `all`: the job fails when a child has; `any`: every outcome is fine; `first`: it fails with the first that ends. */
  readonly needs: 'all' | 'any' | 'first';
}

export interface ParentResult {
  readonly outcomes: readonly ChildOutcome<ParseJobResult>[];
}

export function parentJob(parent: ParentInput): Promise<ParentResult> {
  return runJob(parent, async (job) => {
    const children = Object.entries(parent.requests).map(([key, request]) =>
      job.child({ key, kind: 'parse', workflow: parseJob, source: key, summary: `child ${key}`, input: { request } }),
    );
    if (parent.needs === 'first') throw failure(await Promise.race(children));
    const outcomes = await Promise.all(children);
    const failed = outcomes.find(({ state }) => state !== 'succeeded');
    if (parent.needs === 'all' && failed) throw failure(failed);
    return { outcomes };
  });
}

function failure({ job_id, error }: ChildOutcome<unknown>): Error {
  const message = `${job_id} decided it.`;
  return failureOfError({ code: 'internal', retryable: true, details: {}, ...error, message }, new Error(message));
}
