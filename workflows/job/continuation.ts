import { CancellationScope, makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import type { JobContinuation, JobInput } from '../../domain/jobs/model.ts';

/** See `Job.continueAsNewIfSuggested`. `carried` is what the next run has to know of this one. */
export async function continueAsNewIfSuggested(next: JobInput, carried: () => JobContinuation): Promise<void> {
  if (!workflowInfo().continueAsNewSuggested) return;
  const continued = carried();
  if ((continued.children?.open ?? 0) > 0) return;
  const scope = CancellationScope.current();
  // A request of cancellation ends with its run.
  if (scope.consideredCancelled) await scope.cancelRequested;
  await continueJob({ ...next, continued });
}

/** The next run takes its memo and search attributes from here: by itself it would have those that the job was started with. */
function continueJob(input: JobInput): Promise<never> {
  const { memo = {}, typedSearchAttributes } = workflowInfo();
  const { event: _told, ...carried } = memo;
  return makeContinueAsNewFunc<(next: JobInput) => Promise<object>>({ memo: carried, typedSearchAttributes })(input);
}
