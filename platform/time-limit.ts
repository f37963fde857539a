/** Two ways to limit how long something takes: it resolves with `null`, or fails with `timeout`. */
import { ServiceError } from '../errors/index.ts';

/**
 * Calls something and waits up to `ms` milliseconds for it. Then it rejects with `timeout` and the message; it also
 * rejects as `signal` does once that is aborted.
 */
export async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  message: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(Math.max(0, Math.round(ms)));
  try {
    return await call(AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    throw late.aborted ? new ServiceError('timeout', message) : error;
  }
}

/** What the promise resolves with, or `null` when it takes longer; then a later failure is of no interest. */
export async function untilDeadline<T>(deadline: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), deadline - Date.now());
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
