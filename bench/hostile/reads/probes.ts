/** Small requests of another tenant, every second, each timed from when it was due. */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

export const PROBES = ['search', 'dataset', 'jobs', 'live'] as const;
export type ProbeName = (typeof PROBES)[number];

export interface Neighbour {
  readonly url: string;
  readonly token: string;
  readonly datasetId: string;
}

/** Milliseconds of each probe, a failed one included, and what went wrong. */
export interface Suffered {
  readonly times: number[];
  readonly faults: string[];
}

export type ProbeTimes = Readonly<Record<ProbeName, Suffered>>;

const EVERY_MS = 1000;
/** A probe without an answer by then has failed. It counts with this time, as does one that fails sooner. */
const GIVEN_UP_MS = 30_000;

/** Never the same twice. */
let questions = 0;

/** Probes for so many seconds, then waits for the last answers. No probe waits for an earlier one. */
export async function probe(neighbour: Neighbour, seconds: number): Promise<ProbeTimes> {
  const dispatcher = new Agent({ connections: 1000, headersTimeout: 0, bodyTimeout: 0 });
  const suffered = { search: none(), dataset: none(), jobs: none(), live: none() };
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let round = 0; round < seconds; round++) {
    const due = began + round * EVERY_MS;
    await delay(Math.max(0, due - performance.now()));
    for (const name of PROBES) sent.push(sendProbe(neighbour, name, due, suffered[name], dispatcher));
  }
  await Promise.all(sent);
  await dispatcher.destroy();
  return suffered;
}

const none = (): Suffered => ({ times: [], faults: [] });

async function sendProbe(
  { url, token, datasetId }: Neighbour,
  name: ProbeName,
  due: number,
  { times, faults }: Suffered,
  dispatcher: Agent,
): Promise<void> {
  const { path, body } = requestOf(name, datasetId);
  try {
    const answer = await request(`${url}${path}`, {
      method: body === null ? 'GET' : 'POST',
      body,
      dispatcher,
      signal: AbortSignal.timeout(GIVEN_UP_MS),
      headers: { authorization: `Bearer ${token}`, ...(body !== null && { 'content-type': 'application/json' }) },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) faults.push(`${answer.statusCode} ${text}`);
    times.push(performance.now() - due);
  } catch (error) {
    faults.push(String(error));
    times.push(GIVEN_UP_MS);
  }
}

function requestOf(name: ProbeName, datasetId: string): { readonly path: string; readonly body: string | null } {
  switch (name) {
    case 'search': {
      const query_text = `When did boat ${++questions} pass the lighthouse?`;
      return { path: '/v1/knowledge/search', body: JSON.stringify({ query_text, top_k: 5 }) };
    }
    case 'dataset':
      return { path: `/v1/knowledge/datasets/${datasetId}`, body: null };
    case 'jobs':
      return { path: '/v1/jobs', body: null };
    case 'live':
      return { path: '/v1/health/live', body: null };
  }
}
