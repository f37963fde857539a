/** Handling of an unavailable Temporal, Postgres or object store. */
import { setTimeout as delay } from 'node:timers/promises';
import { faultOf, isPassing } from './fault.ts';
import type { Logger } from '../logging/logger.ts';

/** Whether an error means that Temporal or a store is currently unreachable or out of space. */
export function isUnavailable(error: unknown): boolean {
  return isPassing(faultOf(error));
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * Retries a start-up action while Temporal, Postgres or the object store is unavailable, so that processes may start
 * in any order. Rejects with any other error at once.
 */
export async function onceAvailable<T>(logger: Logger, act: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logger.warn({ err: error, pause_ms: pause }, 'waiting for Temporal, Postgres or the object store');
      await delay(pause);
    }
  }
}
