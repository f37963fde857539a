import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from './patience.ts';

/**
 * A question costs several processes a few milliseconds, so what takes long is asked less often: at most every quarter
 * of a second.
 */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;
/** A pause is this part of the time that has passed. */
const PAUSE = 1 / 8;

/**
 * Asks the real state again and again until it gives a value. Rejects, naming what was waited for, when it does not.
 * An error of `ask` ends the wait.
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const begun = Date.now(); ;) {
    const value = await ask();
    if (value !== undefined) return value;
    const waited = Date.now() - begun;
    if (waited > PATIENCE_MS) throw new Error(`Waited ${PATIENCE_MS / 1000} s in vain until ${what}.`);
    await delay(Math.min(Math.max(FIRST_PAUSE_MS, waited * PAUSE), LONGEST_PAUSE_MS));
  }
}
