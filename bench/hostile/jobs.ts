/** Submits jobs and waits for their outcomes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../support/client.ts';

const POLL_MS = 250;

export interface JobView {
  readonly state: string;
  readonly error: { readonly code: string } | null;
}

/** Submits a stored source without using the cache; returns the job ID. */
export async function submit(client: ApiClient, source: string, priority = 5, options: object = {}): Promise<string> {
  const body = { sources: [source], options: { cache: 'refresh', ...options }, priority };
  const { jobs } = await client.post<{ jobs: { job_id: string }[] }>('/v1/parse/jobs', body);
  return jobs[0]?.job_id ?? '';
}

/** The job's outcome: `succeeded`, `cancelled` or its error code; `null` if it has not ended by the deadline. */
export async function endOf(client: ApiClient, jobId: string, deadline: number): Promise<string | null> {
  for (;;) {
    const { state, error } = await client.get<JobView>(`/v1/jobs/${jobId}`);
    if (state === 'failed') return error?.code ?? state;
    if (state === 'succeeded' || state === 'cancelled') return state;
    if (Date.now() > deadline) return null;
    await delay(POLL_MS);
  }
}

/** Seconds from submission to success, at most `limitS`. */
export async function secondsOf(
  client: ApiClient,
  source: string,
  limitS: number,
  priority?: number,
): Promise<{ readonly seconds: number; readonly isBrokenOff: boolean }> {
  const began = Date.now();
  const end = await endOf(client, await submit(client, source, priority), began + limitS * 1000);
  if (end !== null && end !== 'succeeded') throw new Error(`A valid document ended as ${end}.`);
  return { seconds: end === null ? limitS : (Date.now() - began) / 1000, isBrokenOff: end === null };
}
