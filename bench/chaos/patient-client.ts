/** A well-behaved client: it retries requests without a response, or with 429 or 503, under the same key. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../test/support/random.ts';

const ANSWER_WITHIN_MS = 30_000;
const PATIENCE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 5000;
const REPEATED: ReadonlySet<number> = new Set([429, 503]);

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export class PatientClient {
  /** Responses that the service must never give, whatever has been killed. */
  readonly surprises: string[] = [];
  /** Number of retried requests. */
  repeats = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #random: Random;

  constructor(url: string, token: string, random: Random) {
    this.#url = url;
    this.#token = token;
    this.#random = random;
  }

  /**
   * The first response with one of the statuses; `null` after any other status, which is recorded as a surprise, or
   * after ten minutes.
   */
  async send<T>(
    statuses: readonly number[],
    method: string,
    path: string,
    sent: { readonly body?: object | FormData; readonly key?: string } = {},
  ): Promise<Answer<T> | null> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let attempt = 0; Date.now() < deadline; attempt++) {
      const answer = await this.#try<T>(method, path, sent);
      if (answer !== null && statuses.includes(answer.status)) return answer;
      if (answer !== null && !REPEATED.has(answer.status)) {
        this.surprises.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
        return null;
      }
      this.repeats++;
      await delay(Math.min(200 * 2 ** attempt, LONGEST_PAUSE_MS) * this.#random.between(0.5, 1));
    }
    this.surprises.push(`${method} ${path}: no response in ${PATIENCE_MS / 60_000} minutes`);
    return null;
  }

  /** `null` when the connection broke or the time limit passed before the response. */
  async #try<T>(
    method: string,
    path: string,
    { body, key }: { readonly body?: object | FormData; readonly key?: string },
  ): Promise<Answer<T> | null> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return { status: response.status, body: (await response.json()) as T };
    } catch {
      return null;
    }
  }
}
