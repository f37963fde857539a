/** A client as the service asks clients to be: it repeats what got no answer, or 429 or 503, with the same key. */
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
  /** Answers that the service must not give, whatever has been killed. */
  readonly surprises: string[] = [];
  /** Requests that were repeated. */
  repeats = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #random: Random;

  constructor(url: string, token: string, random: Random) {
    this.#url = url;
    this.#token = token;
    this.#random = random;
  }

  /** The first answer with one of the statuses; `null` when there was another one, which is a surprise, or none in ten minutes. */
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
    this.surprises.push(`${method} ${path}: no answer in ${PATIENCE_MS / 60_000} minutes`);
    return null;
  }

  /** `null` when the connection or the time ended before the answer. */
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
