/** Requests of the quickstart's demo: an API client like any other. */
import { setTimeout as delay } from 'node:timers/promises';

export interface DemoClient {
  readonly apiUrl: string;
  readonly token: string;
  readonly say: (line: string) => void;
}

export interface AcceptedJob {
  readonly job_id: string;
  readonly links: { readonly self: string; readonly result: string; readonly temporal_ui: string | null };
}

interface JobStatus {
  readonly state: string;
  readonly progress: { completed: number; total: number | null; unit: string; message: string | null } | null;
  readonly waiting_on: { message: string } | null;
  readonly error: { code: string; message: string } | null;
}

const POLL_MS = 250;
const FINAL_STATES = new Set(['succeeded', 'failed', 'cancelled']);

/** Reports each change of the job until it ends; returns its final state. */
export async function follow(client: DemoClient, job: AcceptedJob, name: string): Promise<string> {
  for (let before = ''; ; await delay(POLL_MS)) {
    const status = await send<JobStatus>(client, 'GET', job.links.self);
    const line = `${name}: ${describe(status)}`;
    if (line !== before) client.say(line);
    before = line;
    if (FINAL_STATES.has(status.state)) return status.state;
  }
}

function describe({ state, progress, waiting_on, error }: JobStatus): string {
  if (error) return `${state}: ${error.message} (${error.code})`;
  if (waiting_on) return `${state}: ${waiting_on.message}`;
  if (!progress || FINAL_STATES.has(state)) return state;
  const { completed, total, unit, message } = progress;
  return (
    `${state}: ${completed}${total === null ? '' : ` of ${total}`} ` +
    `${unit}${message === null ? '' : `, ${message}`}`
  );
}

/** How often a read that is answered with 503 is repeated: the machine may be busy starting all of this. */
const MOST_RETRIES = 5;

/** The body of a response, if it is a success; rejects with the response otherwise. A read waits for a busy service. */
export async function send<T>(
  { apiUrl, token }: DemoClient,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<T> {
  const isForm = body instanceof FormData;
  for (let retries = method === 'GET' ? MOST_RETRIES : 0; ; retries--) {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as T;
    const refused = new RefusedRequest(method, path, response.status, await response.text());
    const pause = Number(response.headers.get('Retry-After'));
    if (response.status !== 503 || pause === 0 || retries === 0) throw refused;
    await delay(pause * 1000);
  }
}

export class RefusedRequest extends Error {
  /** Code of the problem (docs/errors.md); `null` for any other response. */
  readonly code: string | null;

  constructor(method: string, path: string, status: number, body: string) {
    super(`${method} ${path} returned ${status}: ${body}`);
    this.code = /"code":"([a-z_]+)"/.exec(body)?.[1] ?? null;
  }
}
