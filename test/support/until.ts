import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Far more than anything takes, even on a busy machine: only a fault reaches it. */
const WITHIN_MS = 90_000;

/**
 * Asks the real state again and again until it gives a value. Rejects, naming what was waited for, when it does not.
 * An error of `ask` ends the wait.
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + WITHIN_MS; ; await delay(POLL_MS)) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${WITHIN_MS / 1000} s in vain until ${what}.`);
  }
}
