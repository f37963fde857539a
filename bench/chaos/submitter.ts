/** Sends the requests of a run on schedule and polls their jobs, like a client. */
import { setTimeout as delay } from 'node:timers/promises';
import type { PatientClient } from './patient-client.ts';
import type { Random } from '../../test/support/random.ts';
import type { Document, Order } from './workload.ts';

/** The `secret_ref` of the run's webhooks. */
export const SECRET_REF = 'chaos';

const WATCH_EVERY_MS = 300;

/** A job that the service has accepted. */
export interface AcceptedJob {
  readonly jobId: string;
  readonly order: Order;
  /** Response to the cancel request. */
  cancel: 'none' | 'accepted' | 'ended';
}

export class Submitter {
  readonly jobs: AcceptedJob[] = [];
  /** Responses that contradict earlier ones. */
  readonly faults: string[] = [];
  readonly #client: PatientClient;
  readonly #hook: string;
  readonly #locators = new Map<Document, string>();
  readonly #ended = new Map<string, string>();

  constructor(client: PatientClient, hook: string) {
    this.#client = client;
    this.#hook = hook;
  }

  /** Resolves when all requests have a response. */
  async run(orders: readonly Order[]): Promise<void> {
    const began = Date.now();
    await Promise.all(
      orders.map(async (order) => {
        await delay(order.at - (Date.now() - began));
        await this.submit(order);
      }),
    );
  }

  async submit(order: Order): Promise<void> {
    const jobs = (await this.#post(order)).map((jobId): AcceptedJob => ({ jobId, order, cancel: 'none' }));
    this.jobs.push(...jobs);
    if (order.cancelAfter !== null) {
      await delay(order.cancelAfter);
      await Promise.all(jobs.map((job) => this.#cancel(job)));
    }
  }

  /** Polls the status of accepted jobs, one at a time, until the signal. */
  async watch(random: Random, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(WATCH_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (this.jobs.length === 0) continue;
      if (random.chance(0.1)) await this.#client.send([200], 'GET', '/v1/jobs?state=running&limit=20');
      else await this.isOver(random.pick(this.jobs));
    }
  }

  /** Whether the job has ended. A final state must never change. */
  async isOver({ jobId }: AcceptedJob): Promise<boolean> {
    const answer = await this.#client.send<{ state: string }>([200], 'GET', `/v1/jobs/${jobId}`);
    if (answer === null) return false;
    const { state } = answer.body;
    const before = this.#ended.get(jobId);
    if (before !== undefined && before !== state) this.faults.push(`${jobId} was ${before}, and is ${state}`);
    const isOver = ['succeeded', 'failed', 'cancelled'].includes(state);
    if (isOver) this.#ended.set(jobId, state);
    return isOver;
  }

  async #post({
    key,
    document,
    count,
    cache,
    priority,
    hasWebhook,
    isRepeated,
    uploadsAnew,
  }: Order): Promise<string[]> {
    const locator = await this.#locate(document, uploadsAnew);
    const body = {
      sources: Array<string>(count).fill(locator),
      engine_id: document.engine,
      options: { cache },
      priority,
      ...(hasWebhook && {
        webhook: {
          url: this.#hook,
          secret_ref: SECRET_REF,
          event_types: ['job.started', 'job.succeeded', 'job.failed', 'job.cancelled'],
        },
      }),
    };
    const send = async (): Promise<string[]> => {
      const answer = await this.#client.send<{ jobs: { job_id: string }[] }>([202], 'POST', '/v1/parse/jobs', {
        body,
        key,
      });
      return answer?.body.jobs.map(({ job_id }) => job_id) ?? [];
    };
    const ids = await send();
    if (ids.length !== count) this.faults.push(`${key}: ${ids.length} of ${count} jobs were accepted`);
    if (isRepeated && String(await send()) !== String(ids))
      this.faults.push(`${key}: the repeated request returned other jobs`);
    return ids;
  }

  async #cancel(job: AcceptedJob): Promise<void> {
    const answer = await this.#client.send([202, 409], 'POST', `/v1/jobs/${job.jobId}/cancel`);
    job.cancel = answer?.status === 202 ? 'accepted' : 'ended';
  }

  /** The locator of a document, which is uploaded first if necessary. */
  async #locate(document: Document, again: boolean): Promise<string> {
    const { source } = document;
    if ('url' in source) return source.url;
    const known = this.#locators.get(document);
    if (known !== undefined && !again) return known;
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(source.bytes)]), source.filename);
    const answer = await this.#client.send<{ locator: string }>([201], 'POST', '/v1/storage/files', { body: form });
    const locator = answer?.body.locator ?? '';
    this.#locators.set(document, locator);
    return locator;
  }
}
