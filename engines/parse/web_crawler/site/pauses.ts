/** Yields to other work during long loops. */
import { setImmediate } from 'node:timers/promises';

/** Long enough that yielding is cheap, short enough that the delay is unnoticeable. */
const WORK_MS = 20;

/**
 * Await the returned function between the steps of a long loop. It yields to the event loop after every 20 ms of
 * work, and rejects if the signal was aborted meanwhile.
 */
export function pauses(signal: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < WORK_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    began = performance.now();
  };
}
