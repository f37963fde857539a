/** Graceful shutdown of a worker process: it takes no further tasks, finishes what it can, and hands the rest back. */
import type { Worker } from '@temporalio/worker';

/**
 * Runs the workers until the signal is aborted and their steps have ended. If one worker fails, the others are drained,
 * too, and the promise rejects with its error.
 */
export async function runUntil(stop: AbortSignal, workers: readonly Worker[]): Promise<void> {
  const broken = new AbortController();
  const either = AbortSignal.any([stop, broken.signal]);
  const outcomes = await Promise.allSettled(
    workers.map(async (worker) => {
      const running = worker.run();
      const drain = (): void => {
        if (worker.getState() === 'RUNNING') worker.shutdown();
      };
      either.addEventListener('abort', drain, { once: true });
      if (either.aborted) drain();
      await running.catch((error: unknown) => {
        broken.abort();
        throw error;
      });
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
