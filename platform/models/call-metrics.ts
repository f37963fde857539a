/** Metrics of the calls to models, which the API and the workers both make. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/**
 * Called with each call that has ended: the name of the model in the settings, and `completed` or the code of the
 * error.
 */
export type OnCall = (model: string, outcome: string, seconds: number) => void;

/** Called with each measure of what a call took. `source`: the name of the model in the settings. */
export type OnUsage = (measure: { readonly source: string; readonly unit: string; readonly amount: number }) => void;

/** Calls of an embedding model take milliseconds, those of a language model up to minutes. */
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Adds the durations of calls to the registry. */
export function measureCalls(registry: Registry): OnCall {
  const seconds = new Histogram({
    name: 'tidemill_model_call_seconds',
    help:
      'Duration of a call to a named model, by outcome: completed, or the code of the error. Waiting for a limit ' +
      'is not included.',
    labelNames: ['model', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return (model, outcome, took) => seconds.observe({ model, outcome }, took);
}

/** Adds the usage of all calls to the registry, whether or not a job pays for them. */
export function measureUsage(registry: Registry): OnUsage {
  const usage = new Counter({
    name: 'tidemill_model_usage_total',
    help: 'Usage of a named model by this process, by unit: that of jobs, and that of requests.',
    labelNames: ['model', 'unit'] as const,
    registers: [registry],
  });
  return ({ source: model, unit, amount }) => usage.inc({ model, unit }, amount);
}
