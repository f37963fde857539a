/** A job of many items, each by a step or a child job, and the children's workflow. */
import { steps } from '../../../workflows/job/steps.ts';
import { runJob } from '../../../workflows/job/job.ts';
import { parseJob } from '../../../workflows/parse.ts';
import { PARSE_TASK_QUEUE } from '../../../domain/manifests/parse.ts';
import type { SourceInput } from '../../../activities/parse/types.ts';
import type { JobInput, StepContext, StepResult } from '../../../domain/jobs/model.ts';

export { parseJob };

export interface ItemActivities {
  touch(input: Pick<JobInput, 'envelope'> & { readonly item: string }, context: StepContext): Promise<StepResult<null>>;
}

export interface EachInput extends JobInput {
  readonly items: readonly string[];
  /** Of the child jobs. */
  readonly request: SourceInput['request'];
  /** Items that earlier runs have done. */
  readonly done?: number;
}

/** Every tenth item is a child job. */
const CHILDREN = 10;
/** Items from one event of progress to the next. */
const COUNTED = 50;

export function eachJob(input: EachInput): Promise<{ readonly done: number }> {
  const { envelope, items, request, done = 0 } = input;
  return runJob(input, async (job) => {
    const touching = steps<ItemActivities>(envelope, PARSE_TASK_QUEUE, 'items');
    let count = done;
    const continueAs = (next: number): EachInput => ({ ...input, done: next });
    await job.each(items, { parallel: 8, from: done, continueAs }, async (item, index) => {
      if (index % CHILDREN === 0) {
        await job.child({
          key: item,
          kind: 'parse',
          workflow: parseJob,
          source: item,
          summary: item,
          input: { request },
        });
      } else {
        await job.step(touching, 'touch', { envelope, item }, { key: item });
      }
      count++;
      if (count % COUNTED === 0) {
        job.showProgress({ completed: count, total: items.length, unit: 'items', message: null });
      }
    });
    return { done: count };
  });
}
