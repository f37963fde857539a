/** A client of the API. Every response is validated against the contract. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import type { AccessPolicyInput } from '../../../api/access-policy.ts';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import type { JobEventSchema, JobStatusDetail } from '../../../api/jobs/schemas.ts';
import type { ParseBatchJobAccepted, ParseResult } from '../../../api/parse/schemas.ts';
import { issueDevToken } from '../../../api/identity/dev-tokens.ts';
import { ALL_SCOPES } from '../../../domain/identity/scopes.ts';
import type { JobState } from '../../../domain/jobs/model.ts';
import { assertContract } from './contract.ts';
import { setting } from './infrastructure.ts';
import { PATIENCE_MS } from '../patience.ts';
import { until } from '../until.ts';

export type Job = Static<typeof ParseBatchJobAccepted>['jobs'][number];
export type Event = Static<typeof JobEventSchema>;

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text and forms as they are. */
  readonly body?: unknown;
}

export interface Caller {
  /** A tenant of its own when absent. */
  readonly tenant?: string;
  readonly subject?: string;
  readonly roles?: readonly string[];
  /** All of them when absent. */
  readonly scopes?: readonly string[];
}

const FINAL_STATES = ['succeeded', 'failed', 'cancelled'];

export class Client {
  readonly tenant: string;
  readonly #url: string;
  readonly #token: string | null;

  private constructor(url: string, token: string | null, tenant: string) {
    this.#url = url;
    this.#token = token;
    this.tenant = tenant;
  }

  static async of(url: string, caller: Caller = {}): Promise<Client> {
    const tenant = caller.tenant ?? `t-${randomBytes(6).toString('hex')}`;
    const { token } = await issueDevToken(setting('DEV_AUTH_SECRET'), {
      subject: caller.subject ?? 'tester',
      tenantId: tenant,
      roles: caller.roles ?? [],
      scopes: caller.scopes ?? ALL_SCOPES,
      lifetimeSeconds: 3600,
    });
    return new Client(url, token, tenant);
  }

  /** A client without a token. */
  static anonymous(url: string): Client {
    return new Client(url, null, '');
  }

  /** A client with a token that the service did not issue. */
  static withToken(url: string, token: string): Client {
    return new Client(url, token, '');
  }

  /** The header that its requests carry; empty without a token. */
  get authorization(): string {
    return this.#token === null ? '' : `Bearer ${this.#token}`;
  }

  /** The same caller at another API process. */
  at(url: string): Client {
    return new Client(url, this.#token, this.tenant);
  }

  /** Sends a request; an answer that the contract does not have fails the test. */
  async send<T>(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer<T>> {
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData);
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        ...(this.#token !== null && { Authorization: `Bearer ${this.#token}` }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const received: unknown = type.endsWith('json') ? JSON.parse(text) : text;
    assertContract(method, path.split('?')[0] ?? path, response.status, type, received);
    return { status: response.status, headers: response.headers, body: received as T };
  }

  /**
   * Opens an answer that comes piece by piece; the caller reads it to its end, or cancels it, or leaves by the signal.
   * With a body, by POST.
   */
  stream(
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Response> {
    return fetch(new URL(path, this.#url), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(this.#token !== null && { Authorization: `Bearer ${this.#token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
  }

  /** The body of an answer with this status; any other status fails the test. */
  async expect<T>(status: number, method: string, path: string, sent: Sent = {}): Promise<T> {
    const answer = await this.send<T>(method, path, sent);
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Stores a file with an unknown declared type, so that the service must detect it. */
  upload(bytes: Uint8Array, filename: string, fields: { access_policy?: Static<typeof AccessPolicyInput> } = {}) {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
    if (fields.access_policy) form.append('access_policy_json', JSON.stringify(fields.access_policy));
    return this.expect<StorageObject>(201, 'POST', '/v1/storage/files', { body: form });
  }

  /** Submits one request. With `body`, its further members. */
  async submit(
    sources: readonly string[],
    body: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Job[]> {
    const sent = { headers, body: { sources, ...body } };
    return (await this.expect<{ jobs: Job[] }>(202, 'POST', '/v1/parse/jobs', sent)).jobs;
  }

  /** Submits one source. */
  async submitOne(source: string, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const [job] = await this.submit([source], body);
    assert.ok(job);
    return job.job_id;
  }

  status(jobId: string): Promise<JobStatusDetail> {
    return this.expect(200, 'GET', `/v1/jobs/${jobId}`);
  }

  /** Oldest first. */
  async events(jobId: string): Promise<Event[]> {
    return (await this.expect<Event[]>(200, 'GET', `/v1/jobs/${jobId}/events?limit=500`)).reverse();
  }

  result(jobId: string): Promise<ParseResult> {
    return this.expect(200, 'GET', `/v1/parse/jobs/${jobId}/result`);
  }

  /** The status once it is as wanted; `what` says how. A job that ends before that fails the test at once. */
  waitUntil(jobId: string, what: string, isSo: (status: JobStatusDetail) => boolean): Promise<JobStatusDetail> {
    return until(`${jobId} ${what}`, async () => {
      const status = await this.status(jobId);
      if (isSo(status)) return status;
      assert.ok(!FINAL_STATES.includes(status.state), `${jobId} is ${status.state}: ${JSON.stringify(status.error)}`);
      return undefined;
    });
  }

  waitFor(jobId: string, wanted: JobState): Promise<JobStatusDetail> {
    return this.waitUntil(jobId, `is ${wanted}`, ({ state }) => state === wanted);
  }

  /** The status once a converter has read some of the job's document. */
  waitUntilConverting(jobId: string): Promise<JobStatusDetail> {
    return this.waitUntil(jobId, 'makes progress', ({ progress }) => progress !== null && progress.completed > 0);
  }
}
