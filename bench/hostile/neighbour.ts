/** A tenant that sends one small document per second, without waiting for earlier ones. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../support/client.ts';
import { endOf, submit } from './jobs.ts';

const EVERY_MS = 1000;
/** Slower jobs are abandoned and counted with this time. */
const GIVEN_UP_MS = 120_000;

export interface Latencies {
  /** Milliseconds from each document's scheduled time to the success of its job. */
  readonly times: readonly number[];
  /** Abandoned jobs and unexpected responses. */
  readonly faults: readonly string[];
}

/** Sends until the signal, then waits for the last job to end. */
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
      faults.push(`the neighbour's request failed: ${String(error)}`);
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
