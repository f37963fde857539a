/** How a process gets along while Temporal, Postgres or the object store is away. */
import { setTimeout as delay } from 'node:timers/promises';
import { faultOf, isPassing } from './fault.ts';
import type { Logger } from './telemetry.ts';

/** Whether an error means that a store or Temporal cannot do its work now: it cannot be reached, or has no room. */
export function isUnavailable(error: unknown): boolean {
  return isPassing(faultOf(error));
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * Does what a process needs Temporal, Postgres or the object store for when it starts: again and again while they are away,
 * so that they may start in any order. Rejects with any other error at once.
 */
export async function onceAvailable<T>(logger: Logger, act: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logger.warn({ err: error, pause_ms: pause }, 'waiting for what the process needs');
      await delay(pause);
    }
  }
}
