/** Events of running jobs as they happen: one reader per job, however many listeners. */
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { historiesOf, jobEvents } from '../../../domain/jobs/history.ts';
import type { HistoryEvent } from '../../../platform/temporal/decode.ts';
import type { JobEvent } from '../../../domain/jobs/model.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Temporal } from '../../../platform/temporal/client.ts';

/** Temporal ends a long poll within a minute, with or without events. */
const READ_DEADLINE_MS = 90_000;

/** Delay after a failed read, since Temporal may be temporarily unavailable. */
const RETRY_MS = 1000;

export class EventFeeds {
  readonly #temporal: Temporal;
  readonly #logger: Logger;
  readonly #feeds = new Map<string, EventFeed>();

  constructor(temporal: Temporal, logger: Logger) {
    this.#temporal = temporal;
    this.#logger = logger;
  }

  /**
   * The job's events with a higher sequence, oldest first, as they happen; ends after the last, or when the signal
   * aborts.
   */
  async *follow(jobId: string, afterSequence: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    const feed = this.#feeds.get(jobId) ?? new EventFeed(this.#temporal, this.#logger, jobId);
    this.#feeds.set(jobId, feed);
    try {
      yield* feed.follow(afterSequence, signal);
    } finally {
      if (feed.isIdle) this.#feeds.delete(jobId);
    }
  }
}

/** Reads the history of one job while it has listeners. */
class EventFeed {
  readonly #temporal: Temporal;
  readonly #logger: Logger;
  readonly #jobId: string;
  #events: readonly JobEvent[] = [];
  #hasEnded = false;
  #listeners = 0;
  #reading: AbortController | null = null;
  #changed = Promise.withResolvers<void>();

  constructor(temporal: Temporal, logger: Logger, jobId: string) {
    this.#temporal = temporal;
    this.#logger = logger;
    this.#jobId = jobId;
  }

  get isIdle(): boolean {
    return this.#listeners === 0;
  }

  async *follow(afterSequence: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    this.#listeners++;
    if (!this.#reading) {
      this.#reading = new AbortController();
      void this.#read(this.#reading.signal);
    }
    try {
      for (let last = afterSequence; !signal.aborted;) {
        const news = this.#events.filter(({ sequence }) => sequence > last);
        const hasEnded = this.#hasEnded;
        for (const event of news) {
          last = event.sequence;
          yield event;
        }
        if (hasEnded) return;
        if (news.length === 0) await Promise.race([this.#changed.promise, aborted]);
      }
    } finally {
      if (--this.#listeners === 0) this.#reading.abort();
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    for (let runId = ''; !signal.aborted && !this.#hasEnded;) {
      try {
        runId = await this.#currentRun();
        await this.#readRun(runId, signal);
        // A run that is reset or continues as new closes, and the job continues in another run.
        if (!signal.aborted && (await this.#currentRun()) === runId) this.#publish(this.#events, true);
      } catch (error) {
        if (signal.aborted) return;
        // Deleted while being followed: there are no more events.
        if (error instanceof WorkflowNotFoundError) return this.#publish(this.#events, true);
        this.#logger.warn({ err: error, job_id: this.#jobId }, 'events could not be read; retrying');
        await delay(RETRY_MS);
      }
    }
  }

  async #currentRun(): Promise<string> {
    return (await this.#temporal.client.workflow.getHandle(this.#jobId).describe()).runId;
  }

  /** Reads a run to its end, long-polling the server for each next event. No worker is needed. */
  async #readRun(runId: string, signal: AbortSignal): Promise<void> {
    const { connection, namespace, client } = this.#temporal;
    const history: HistoryEvent[] = [];
    // The runs before this one have closed: each is read once.
    const histories = new Map<string, readonly HistoryEvent[]>([[runId, history]]);
    const read = async (run: string): Promise<readonly HistoryEvent[]> => {
      const known = histories.get(run) ?? (await historiesOf(client.workflow, this.#jobId)(run));
      histories.set(run, known);
      return known;
    };
    let nextPageToken: Uint8Array = new Uint8Array();
    do {
      const page = await connection.withAbortSignal(signal, () =>
        connection.withDeadline(Date.now() + READ_DEADLINE_MS, () =>
          connection.workflowService.getWorkflowExecutionHistory({
            namespace,
            execution: { workflowId: this.#jobId, runId },
            waitNewEvent: true,
            nextPageToken,
          }),
        ),
      );
      const news = page.history?.events ?? [];
      history.push(...news);
      nextPageToken = page.nextPageToken ?? new Uint8Array();
      if (news.length === 0) continue;
      const events = await jobEvents(this.#jobId, runId, read);
      // The closing event is published only once it is certain that no reset follows.
      if (nextPageToken.length > 0) this.#publish(events, false);
      else this.#events = events;
    } while (nextPageToken.length > 0);
  }

  #publish(events: readonly JobEvent[], hasEnded: boolean): void {
    this.#events = events;
    this.#hasEnded = hasEnded;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
