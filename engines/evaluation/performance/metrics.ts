/** The metrics of performance runs: figures of a level that a threshold can gate. */
import { Type } from 'typebox';
import type { DescribedMetric } from '../metrics/metric.ts';
import type { LevelReport } from './level-report.ts';

export interface PerformanceMetric extends DescribedMetric {
  /** Its figure of a level; `null` when the level has none. */
  readonly of: (level: LevelReport) => number | null;
}

/** What the metrics do not have in common. */
interface LevelMetric extends Pick<PerformanceMetric, 'title' | 'formula' | 'direction' | 'of'> {
  readonly key: `perf.${string}`;
  /** Default from 0, without limit. */
  readonly range?: PerformanceMetric['range'];
}

const MS = 'Milliseconds.';
const RANK = 'The quantile p is the value of rank ceil(p · n).';

const FIGURES: readonly LevelMetric[] = [
  {
    key: 'perf.qps',
    title: 'Requests a second',
    formula: 'Successful requests divided by the time from the first request to the end of the last one.',
    direction: 'higher',
    of: ({ qps }) => qps,
  },
  {
    key: 'perf.goodput',
    title: 'Goodput',
    formula: 'Requests that met the objective (`slo`), counted from their intended start, divided by the same time.',
    direction: 'higher',
    of: ({ goodput }) => goodput,
  },
  {
    key: 'perf.success_rate',
    title: 'Success rate',
    formula: 'Successful requests divided by all requests.',
    direction: 'higher',
    range: [0, 1],
    of: ({ success_rate }) => success_rate,
  },
  ...quantiles('ttft', 'Time to first token', 'From the send of a request to its first piece of text'),
  ...quantiles('latency', 'Latency', 'From the send of a request to its last piece of text'),
  {
    key: 'perf.tpot',
    title: 'Time per output token',
    formula: `(last - first) / (tokens - 1) of each answer, median. ${MS}`,
    direction: 'lower',
    of: ({ timings }) => timings.tpot?.p50 ?? null,
  },
  {
    key: 'perf.inter_token_latency',
    title: 'Inter-token latency',
    formula: `Between consecutive pieces of text, median. A piece can have several tokens. ${MS}`,
    direction: 'lower',
    of: ({ timings }) => timings.inter_token?.p50 ?? null,
  },
  {
    key: 'perf.output_tokens_per_second',
    title: 'Output tokens a second',
    formula: 'Output tokens of all requests divided by the time of the level, as `tokens.source` counts them.',
    direction: 'higher',
    of: ({ tokens }) => tokens.output_per_second,
  },
];

export const PERFORMANCE_METRICS: readonly PerformanceMetric[] = FIGURES.map(({ range = [0, null], ...figure }) => ({
  ...figure,
  evalTypes: ['perf'],
  fields: [],
  range,
  threshold: null,
  source: 'docs/evaluation-performance.md',
  agreement: [],
  parameters: Type.Object({}, { additionalProperties: false }),
  judges: [],
  needsEmbedding: false,
}));

/** `null` for a key that no performance metric has. */
export const performanceMetric = (key: string): PerformanceMetric | null =>
  PERFORMANCE_METRICS.find((metric) => metric.key === key) ?? null;

/** A metric for each quantile; that of the name alone is the median. */
function quantiles(timing: 'ttft' | 'latency', title: string, formula: string): LevelMetric[] {
  return (['p50', 'p90', 'p95', 'p99'] as const).map((p) => ({
    key: `perf.${p === 'p50' && timing === 'ttft' ? 'ttft' : `${p}_${timing}`}` as const,
    title: `${title}, ${p}`,
    formula: `${formula}. ${RANK} ${MS}`,
    direction: 'lower',
    of: ({ timings }) => timings[timing]?.[p] ?? null,
  }));
}
