import { ServiceError } from '../../../errors/index.ts';

/** Calls something that may take so many milliseconds. Rejects with `timeout` and the message after them, and as `signal` does once it is aborted. */
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
