/** An API client with a connection pool. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Low enough a rate that polling does not compete with the work for CPU time. */
const POLL_MS = 250;

/** A response with an error. */
export class RefusedRequest extends Error {
  /** The `type` of the first of the invalid members that a 422 lists; `null` for other responses. */
  readonly type: string | null;

  constructor(method: string, path: string, status: number, body: string) {
    super(`${method} ${path}: ${status} ${body}`);
    const { detail }: { detail?: readonly { readonly type: string }[] } = status === 422 ? JSON.parse(body) : {};
    this.type = detail?.[0]?.type ?? null;
  }
}

export class ApiClient {
  readonly #url: string;
  readonly #pool = new Agent({ connections: 64 });
  #authorization = '';

  private constructor(url: string) {
    this.#url = url;
  }

  static async connect(url: string): Promise<ApiClient> {
    const client = new ApiClient(url);
    const { access_token } = await client.#call<{ access_token: string }>('POST', '/v1/dev/auth/token');
    client.#authorization = `Bearer ${access_token}`;
    return client;
  }

  /** A client with the given token. */
  static withToken(url: string, token: string): ApiClient {
    const client = new ApiClient(url);
    client.#authorization = `Bearer ${token}`;
    return client;
  }

  get<T>(path: string): Promise<T> {
    return this.#call('GET', path);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#call('POST', path, JSON.stringify(body));
  }

  /** Submits one source and returns the job ID. */
  async submit(source: string): Promise<string> {
    // No cached results: each job must do the measured work.
    const body = JSON.stringify({ sources: [source], options: { cache: 'refresh' } });
    const { jobs } = await this.#call<{ jobs: { job_id: string }[] }>('POST', '/v1/parse/jobs', body);
    return jobs[0]?.job_id ?? '';
  }

  /** Uploads a file and returns its locator. */
  async upload(bytes: Uint8Array, filename: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes)]), filename);
    const answer = await fetch(`${this.#url}/v1/storage/files`, {
      method: 'POST',
      headers: { authorization: this.#authorization },
      body: form,
    });
    const { locator } = (await answer.json()) as { locator: string };
    return locator;
  }

  /** Uploads a file in chunks, like a streaming client. */
  async uploadChunks(chunks: readonly Uint8Array[], filename: string): Promise<void> {
    const boundary = 'bench-boundary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n`;
    const body = [
      Buffer.from(`${head}Content-Type: application/octet-stream\r\n\r\n`),
      ...chunks,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ];
    const { statusCode, body: answer } = await request(`${this.#url}/v1/storage/files`, {
      method: 'POST',
      dispatcher: this.#pool,
      headers: {
        authorization: this.#authorization,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.reduce((sum, { length }) => sum + length, 0)),
      },
      body: Readable.from(body),
    });
    const text = await answer.text();
    if (statusCode !== 201) throw new Error(`${filename}: ${statusCode} ${text}`);
  }

  /** Waits for a job to succeed; rejects on any other outcome. */
  async waitFor(jobId: string): Promise<void> {
    for (;;) {
      const { state, error } = await this.get<{ state: string; error: unknown }>(`/v1/jobs/${jobId}`);
      if (state === 'succeeded') return;
      if (state === 'failed' || state === 'cancelled') {
        throw new Error(`${jobId} ended as ${state}: ${JSON.stringify(error)}`);
      }
      await delay(POLL_MS);
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #call<T>(method: 'GET' | 'POST', path: string, body: string | null = null): Promise<T> {
    const { statusCode, body: answer } = await request(`${this.#url}${path}`, {
      method,
      dispatcher: this.#pool,
      headers: { authorization: this.#authorization, ...(body !== null && { 'content-type': 'application/json' }) },
      body,
    });
    if (statusCode >= 400) throw new RefusedRequest(method, path, statusCode, await answer.text());
    return (await answer.json()) as T;
  }
}
