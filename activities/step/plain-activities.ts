/** Activities that are no steps of a job, or too short to be one: errors become failures of the catalog. */
import { Context } from '@temporalio/activity';
import { handedBack, isStopping, toFailure } from './failures.ts';
import { heartbeatIntervalMs } from './heartbeats.ts';

/** Runs a short activity without progress: errors become failures of the catalog. */
export async function runMoment<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  try {
    return await work();
  } catch (error) {
    throw isStopping(context) ? handedBack() : toFailure(error, context.info.attempt);
  }
}

/**
 * Runs a long activity that belongs to no job: heartbeats three times per heartbeat timeout, with the last count that
 * the work reported, and turns errors into failures. `signal` is aborted when Temporal gives up on the attempt.
 */
export async function runBeating<T>(
  work: (signal: AbortSignal, beat: (count: number) => void) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const { info, cancellationSignal } = context;
  let count = 0;
  const pulse = setInterval(() => context.heartbeat(count), heartbeatIntervalMs(info));
  try {
    return await work(cancellationSignal, (next) => {
      count = next;
    });
  } catch (error) {
    if (isStopping(context)) throw handedBack();
    if (cancellationSignal.aborted) await context.cancelled;
    const failure = toFailure(error, info.attempt);
    context.log.warn('The step failed', { attempt: info.attempt, code: failure.type, error });
    throw failure;
  } finally {
    clearInterval(pulse);
  }
}
