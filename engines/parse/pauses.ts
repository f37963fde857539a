/** Yields to other work during long loops. */
import { setImmediate } from 'node:timers/promises';

/** Long enough that yielding is cheap, short enough that the delay is unnoticeable. */
const TURN_MS = 20;

/**
 * Await the returned function between the steps of a long loop. It yields to the event loop after every 20 ms of
 * work, and rejects if the signal was aborted meanwhile.
 */
export function turns(signal: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    began = performance.now();
  };
}
