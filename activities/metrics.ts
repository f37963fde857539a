import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { measureCalls, measureUsage } from '../platform/models/call-metrics.ts';
import type { PoolLoad } from '../platform/process-pool/index.ts';

/** Histogram buckets, from a database lookup to a long document. */
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Prometheus metrics of one worker process. Labels are few and bounded: no IDs, no tenants. */
export class WorkerMetrics {
  readonly registry = new Registry();
  readonly stepSeconds = new Histogram({
    name: 'tidemill_step_seconds',
    help: 'Duration of a step attempt, by outcome: completed, failed, cancelled, handed_back or stepped_back.',
    labelNames: ['step', 'outcome'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly stepsRunning = new Gauge({
    name: 'tidemill_steps_running',
    help: 'Step attempts in progress in this process.',
    labelNames: ['step'] as const,
    registers: [this.registry],
  });
  readonly logLinesDropped = new Counter({
    name: 'tidemill_log_lines_dropped_total',
    help: 'Log lines that could not be written.',
    registers: [this.registry],
  });
  readonly jobsEnded = new Counter({
    name: 'tidemill_worker_jobs_ended_total',
    help: 'Jobs whose end this process recorded.',
    labelNames: ['kind', 'state'] as const,
    registers: [this.registry],
  });
  readonly engineSeconds = new Histogram({
    name: 'tidemill_worker_engine_seconds',
    help: 'Duration of one engine request, including the wait for a converter process.',
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
    help: 'Webhook delivery attempts, by outcome: delivered, retry or failed.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });
  readonly modelCall = measureCalls(this.registry);
  readonly modelUsage = measureUsage(this.registry);
  readonly #pools = new Map<string, { readonly load: () => PoolLoad }>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.#ofPools('tidemill_converters', 'Converter processes in the pool.', ({ size }) => size);
    this.#ofPools('tidemill_converters_busy', 'Busy converter processes.', ({ busy }) => busy);
    this.#ofPools('tidemill_converters_waiting', 'Requests waiting for a converter process.', ({ waiting }) => waiting);
    this.#ofPools(
      'tidemill_converters_budget_used_ratio',
      'Largest share of its processor time budget that any request has used since the process started.',
      ({ budgetUsed }) => budgetUsed,
    );
    const pools = this.#pools;
    const ended: Counter<'pool'> = new Counter({
      name: 'tidemill_converters_ended_total',
      help: 'Converter processes that ended, by reason: worn, killed or broken.',
      labelNames: ['pool'] as const,
      registers: [this.registry],
      collect: () => {
        ended.reset();
        pools.forEach((pool, label) => ended.inc({ pool: label }, pool.load().ended));
      },
    });
  }

  /** Exposes the load of a converter pool under a name. */
  watchPool(name: string, pool: { readonly load: () => PoolLoad }): void {
    this.#pools.set(name, pool);
  }

  #ofPools(name: string, help: string, read: (load: PoolLoad) => number): void {
    const pools = this.#pools;
    const gauge: Gauge<'pool'> = new Gauge({
      name,
      help,
      labelNames: ['pool'] as const,
      registers: [this.registry],
      collect: () => pools.forEach((pool, label) => gauge.set({ pool: label }, read(pool.load()))),
    });
  }
}
