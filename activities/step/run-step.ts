/** Runs the steps of jobs: heartbeats, progress, cancellation, failures. */
import { Context } from '@temporalio/activity';
import type { JobInput, StepContext, StepResult } from '../../domain/jobs/model.ts';
import { Attempt } from './attempt.ts';
import { keptResult } from './kept-result.ts';
import type { Step } from './step.ts';
import type { WaitingRooms } from './waiting-room.ts';

/** The arguments of an activity that is a step of a job. */
interface StepCall {
  readonly input: Pick<JobInput, 'envelope'>;
  readonly context: StepContext;
}

/**
 * Runs the work of an activity. Reports its start (unless it ends at once) and its progress to the job, heartbeats
 * three times per heartbeat timeout even when the work reports nothing, aborts it when it takes longer than the job
 * allows, and turns errors into failures of the catalog. A cancelled attempt rejects as Temporal expects, once the
 * work has stopped. When the worker shuts down, it rejects so that another worker takes the step at once and resumes
 * from the checkpoint.
 */
export async function runStep<T>(
  rooms: WaitingRooms,
  { input, context: { is_later_run } }: StepCall,
  work: (step: Step) => Promise<T>,
): Promise<StepResult<T>> {
  const beganAt = new Date().toISOString();
  const context = Context.current();
  const { info } = context;
  const { activityType, workflowExecution: workflow } = info;
  if (!workflow) throw new Error(`${activityType} runs only as a step of a job`);

  const kept = is_later_run ? await keptResult(context.client.workflow, info, input) : null;
  if (kept) return kept;
  const room = rooms.get(info.taskQueue);
  const attempt = new Attempt({ context, envelope: input.envelope, workflow, room, beganAt });
  try {
    return attempt.resultOf(await work(attempt.step));
  } catch (error) {
    throw await attempt.failureOf(error);
  } finally {
    await attempt.end();
  }
}
