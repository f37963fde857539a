import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Figures of the API process, for a scraper. Labels are few and bounded: no identifiers, no tenants. */
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
  readonly jobsStarted = new Counter({
    name: 'tidemill_jobs_started_total',
    help: 'Jobs accepted.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });
  readonly uploadedBytes = new Counter({
    name: 'tidemill_uploaded_bytes_total',
    help: 'Bytes of direct uploads that were stored.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
