import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { readJobTotals, readUsageTotals } from '../domain/jobs/totals.ts';
import type { Database } from '../platform/database/client.ts';
import { measureCalls, measureUsage } from '../platform/models/call-metrics.ts';
import type { Figure } from './figures.ts';
import type { ReadInstallation } from './installation/installation.ts';
import { heapUsed } from './limits/heap-watch.ts';

/**
 * Figures for a scraper: of this process, and of the installation, which Postgres and Temporal count. Labels are few
 * and bounded: no identifiers, no tenants.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: 'tidemill_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.registry],
  });
  readonly latency = new Histogram({
    name: 'tidemill_http_request_seconds',
    help: 'Time from a request’s arrival to the end of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [this.registry],
  });
  readonly #jobsStarted = new Counter({
    name: 'tidemill_jobs_started_total',
    help: 'Jobs accepted.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });
  readonly #uploadedBytes = new Counter({
    name: 'tidemill_uploaded_bytes_total',
    help: 'Bytes of direct uploads that were stored.',
    registers: [this.registry],
  });

  readonly #searchSeconds = new Histogram({
    name: 'tidemill_search_seconds',
    help: 'Duration of a search in datasets, by outcome: found, nothing, partial (the time was up) or failed.',
    labelNames: ['search_type', 'outcome'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [this.registry],
  });
  readonly #searchPassages = new Counter({
    name: 'tidemill_search_passages_total',
    help: 'Passages that searches returned.',
    labelNames: ['search_type'] as const,
    registers: [this.registry],
  });
  readonly #modelCall = measureCalls(this.registry);
  readonly #modelUsage = measureUsage(this.registry);

  readonly heapUsed = new Gauge({
    name: 'tidemill_heap_used_ratio',
    help: 'Part of JavaScript’s heap in use, from 0 to 1; requests are refused from .85.',
    registers: [this.registry],
    collect() {
      this.set(heapUsed());
    },
  });

  readonly arrivingBytes = new Gauge({
    name: 'tidemill_arriving_bytes',
    help: 'Memory that request bodies in transit may need.',
    registers: [this.registry],
  });

  /** Refusals and failures of costly requests (api/costly/). */
  readonly costly = {
    refused: this.#total('costly_refused', 'Costly requests that were not admitted, by code.', ['code']),
    ended: this.#total('costly_processes_ended', 'Processes for costly requests that ended by themselves.', []),
  };
  /** Set where costly requests are admitted. */
  costlyLoad = (): { readonly turns: number; readonly waiting: number } => ({ turns: 0, waiting: 0 });
  readonly #costlyTurns = this.#gauge('costly_turns', 'Turns that costly requests hold.', []);
  readonly #costlyWaiting = this.#gauge('costly_waiting', 'Costly requests that wait for their turns.', []);

  readonly logLinesDropped = new Counter({
    name: 'tidemill_log_lines_dropped_total',
    help: 'Log lines that could not be written.',
    registers: [this.registry],
  });

  readonly #jobsEnded = this.#total('jobs_ended', 'Jobs that ended.', ['kind', 'state']);
  readonly #usage = this.#total('usage', 'Usage of ended jobs, by engine or model.', ['source', 'unit']);

  readonly #jobsOpen = this.#gauge('jobs_open', 'Jobs that have not ended.', ['kind', 'state']);
  readonly #pollers = this.#gauge('queue_pollers', 'Workers that poll the task queue.', ['task_queue']);
  readonly #tasks = this.#gauge('queue_tasks', 'Tasks in the backlog of the queue.', ['task_queue']);
  readonly #oldest = this.#gauge('queue_oldest_seconds', 'Age of the oldest task in the backlog.', ['task_queue']);
  readonly #dependencies = this.#gauge('dependency_up', 'Whether the dependency responds.', ['dependency']);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // Shown from the beginning, so that a rate sees the first one.
    for (const code of ['too_much_at_once', 'overloaded']) this.costly.refused.inc({ code }, 0);
  }

  record(figure: Figure): void {
    switch (figure.name) {
      case 'job_started':
        this.#jobsStarted.inc({ kind: figure.kind });
        break;
      case 'uploaded':
        this.#uploadedBytes.inc(figure.bytes);
        break;
      case 'search': {
        const { type: search_type, outcome, seconds, passages } = figure;
        this.#searchSeconds.observe({ search_type, outcome }, seconds);
        this.#searchPassages.inc({ search_type }, passages);
        break;
      }
      case 'model_call':
        this.#modelCall(figure.model, figure.outcome, figure.seconds);
        break;
      case 'model_usage':
        this.#modelUsage(figure);
        break;
    }
  }

  /** The metrics in the Prometheus text format. Metrics from an unavailable part are omitted. */
  async render({
    database,
    readInstallation,
  }: {
    readonly database: Database;
    readonly readInstallation: ReadInstallation;
  }): Promise<string> {
    const { turns, waiting } = this.costlyLoad();
    this.#costlyTurns.set(turns);
    this.#costlyWaiting.set(waiting);
    const [ended, spent, { jobs, queues, checks }] = await Promise.all([
      readJobTotals(database).catch(() => []),
      readUsageTotals(database).catch(() => []),
      readInstallation(),
    ]);
    for (const gauge of [this.#jobsOpen, this.#pollers, this.#tasks, this.#oldest, this.#dependencies]) gauge.reset();
    for (const { kind, state, count } of jobs) this.#jobsOpen.set({ kind, state }, count);
    for (const { taskQueue: task_queue, pollers, tasks, oldestSeconds } of queues) {
      this.#pollers.set({ task_queue }, pollers);
      this.#tasks.set({ task_queue }, tasks);
      this.#oldest.set({ task_queue }, oldestSeconds);
    }
    for (const { name, status } of checks) this.#dependencies.set({ dependency: name }, status === 'ok' ? 1 : 0);
    for (const counter of [this.#jobsEnded, this.#usage]) counter.reset();
    for (const { kind, state, jobs } of ended) this.#jobsEnded.inc({ kind, state }, Number(jobs));
    for (const { source, unit, amount } of spent) this.#usage.inc({ source, unit }, amount);
    return this.registry.metrics();
  }

  #total<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    return new Counter({ name: `tidemill_${name}_total`, help, labelNames, registers: [this.registry] });
  }

  #gauge<L extends string>(name: string, help: string, labelNames: L[]): Gauge<L> {
    return new Gauge({ name: `tidemill_${name}`, help, labelNames, registers: [this.registry] });
  }
}
