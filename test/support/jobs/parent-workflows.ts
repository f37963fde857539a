/** The service's workflows, and a job that does nothing but start child jobs. */
import type { SourceInput } from '../../../activities/parse/types.ts';
import { failureOfError } from '../../../domain/jobs/failure.ts';
import type { ChildOutcome, JobInput } from '../../../domain/jobs/model.ts';
import type { ParseJobResult } from '../../../domain/parse/results.ts';
import { runJob } from '../../../workflows/job/job.ts';
import { parseJob } from '../../../workflows/parse.ts';

export * from '../../../workflows/index.ts';

export interface ParentInput extends JobInput {
  /** What each child parses, by its key. */
  readonly requests: Readonly<Record<string, SourceInput['request']>>;
  /** Which children must succeed, lest the job fails; with `first` it awaits no other. */
  readonly needs: 'all' | 'none' | 'first';
}

export interface ParentResult {
  readonly outcomes: readonly ChildOutcome<ParseJobResult>[];
}

export function parentJob(parent: ParentInput): Promise<ParentResult> {
  return runJob(parent, async (job) => {
    const children = Object.entries(parent.requests).map(([key, request]) =>
      job.child({ key, kind: 'parse', workflow: parseJob, source: key, summary: `child ${key}`, input: { request } }),
    );
    const outcomes = await Promise.all(parent.needs === 'first' ? children.slice(0, 1) : children);
    const failed = outcomes.find(({ error }) => error !== null);
    if (parent.needs !== 'none' && failed?.error) throw failureOfError(failed.error, new Error('a child failed'));
    return { outcomes };
  });
}
