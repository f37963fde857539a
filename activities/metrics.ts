import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { PoolLoad } from '../platform/process-pool/index.ts';

/** From a look into a row to a long document. */
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Figures of one worker process for a scraper. Labels are few and bounded: no identifiers, no tenants. */
export class WorkerMetrics {
  readonly registry = new Registry();
  readonly stepSeconds = new Histogram({
    name: 'tidemill_step_seconds',
    help: 'Time of an attempt of a step, by how it ended: completed, failed, cancelled, handed_back or stepped_back.',
    labelNames: ['step', 'outcome'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly stepsRunning = new Gauge({
    name: 'tidemill_steps_running',
    help: 'Attempts of steps that the process works on.',
    labelNames: ['step'] as const,
    registers: [this.registry],
  });
  readonly logLinesDropped = new Counter({
    name: 'tidemill_log_lines_dropped_total',
    help: 'Lines of the log that could not be written.',
    registers: [this.registry],
  });
  readonly jobsEnded = new Counter({
    name: 'tidemill_worker_jobs_ended_total',
    help: 'Jobs whose end the process recorded.',
    labelNames: ['kind', 'state'] as const,
    registers: [this.registry],
  });
  readonly engineSeconds = new Histogram({
    name: 'tidemill_worker_engine_seconds',
    help: 'Time of a piece of an engine’s work, waiting for a converter process included.',
    labelNames: ['engine'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly pages = new Counter({
    name: 'tidemill_worker_pages_total',
    help: 'Pages that engines converted.',
    labelNames: ['engine'] as const,
    registers: [this.registry],
  });
  readonly webhookAttempts = new Counter({
    name: 'tidemill_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them: delivered, retry or failed.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });
  readonly #pools = new Map<string, { readonly load: () => PoolLoad }>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.#ofPools('tidemill_converters', 'Converter processes that are kept.', ({ size }) => size);
    this.#ofPools('tidemill_converters_busy', 'Converter processes at work.', ({ busy }) => busy);
    this.#ofPools('tidemill_converters_waiting', 'Work that waits for a converter.', ({ waiting }) => waiting);
    this.#ofPools(
      'tidemill_converters_budget_used_ratio',
      'Most of its processor time that a request has used since the process started.',
      ({ budgetUsed }) => budgetUsed,
    );
    const pools = this.#pools;
    const ended: Counter<'pool'> = new Counter({
      name: 'tidemill_converters_ended_total',
      help: 'Converter processes that ended: worn, killed or broken.',
      labelNames: ['pool'] as const,
      registers: [this.registry],
      collect: () => {
        ended.reset();
        pools.forEach((pool, label) => ended.inc({ pool: label }, pool.load().ended));
      },
    });
  }

  /** Shows a pool of converter processes under a name. */
  watchPool(name: string, pool: { readonly load: () => PoolLoad }): void {
    this.#pools.set(name, pool);
  }

  #ofPools(name: string, help: string, read: (load: PoolLoad) => number): void {
    const pools = this.#pools;
    const gauge: Gauge<'pool'> = new Gauge({
      ...{ name, help, labelNames: ['pool'] as const, registers: [this.registry] },
      collect: () => pools.forEach((pool, label) => gauge.set({ pool: label }, read(pool.load()))),
    });
  }
}
