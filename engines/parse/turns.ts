import { setImmediate } from 'node:timers/promises';

/** Long enough that the turns cost nothing, short enough that no one notices the wait for one. */
const TURN_MS = 20;

/**
 * For a long loop: to be awaited between its steps. It lets everything else in the process have its turn when the loop has
 * worked for 20 ms, and rejects when the signal was aborted meanwhile.
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
