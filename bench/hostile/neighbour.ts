/** A tenant that sends one small document every second, whatever became of those before. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../client.ts';
import { endOf, submit } from './jobs.ts';

const EVERY_MS = 1000;
/** What takes longer is given up, and counts as so long. */
const GIVEN_UP_MS = 120_000;

export interface Latencies {
  /** Milliseconds from when each document was due until its job had succeeded. */
  readonly times: readonly number[];
  /** Of those: jobs that were given up, and what the service answered to others against its word. */
  readonly faults: readonly string[];
}

/** Sends until the signal, then waits for the last to end. */
export async function sendSmall(client: ApiClient, source: string, signal: AbortSignal): Promise<Latencies> {
  const began = Date.now();
  const times: number[] = [];
  const faults: string[] = [];
  const sent: Promise<void>[] = [];
  const send = async (due: number): Promise<void> => {
    try {
      const end = await endOf(client, await submit(client, source), due + GIVEN_UP_MS);
      if (end !== 'succeeded') faults.push(`a small document of the neighbour ended as ${end ?? 'nothing'}`);
    } catch (error) {
      faults.push(`the neighbour was answered ${String(error)}`);
    }
    times.push(Date.now() - due);
  };
  for (let due = began; !signal.aborted; due += EVERY_MS) {
    await delay(Math.max(0, due - Date.now()), undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) sent.push(send(due));
  }
  await Promise.all(sent);
  return { times, faults };
}
