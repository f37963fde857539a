/** Results of performance runs in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Decimal, Flag, Id, List, Named, Nullable, Text, Whole, Word } from '../contract/schema.ts';
import { EvalReports } from './reports.ts';

const DurationSummary = Named(
  'EvalDurations',
  'Durations in milliseconds. The quantile p is the value of rank ceil(p · n).',
  {
    mean: Decimal('Mean.', 211.4),
    p50: Decimal('Median.', 203.8),
    p90: Decimal('90 % quantile.', 281.2),
    p95: Decimal('95 % quantile.', 290.6),
    p99: Decimal('99 % quantile.', 298.1),
    max: Decimal('Longest.', 299.7),
  },
);

const durations = (description: string) => Nullable(DurationSummary, `${description} \`null\` without any.`);

const EvalLevel = Named('EvalLevel', 'A level of a performance run.', {
  index: Whole('Its place among the levels, from 0.', 0),
  parallel: Nullable(
    Whole('Users of a closed loop, or requests in flight at most; `null`: what the installation allows.', 16),
  ),
  rate: Nullable(Decimal('Requests a second of an open loop; `null`: closed loop.', 20)),
  valid: Flag('Whether the figures are those of the endpoint. Otherwise the load generator was the bottleneck.', true),
  invalid: List(
    Named('EvalInvalidity', 'Why a level is not valid.', {
      code: Text('`loop_lag`, `loop_busy`, `late_starts` or `socket_limit`.', 'loop_lag'),
      message: Text('What it means, and what to do.', 'The event loop of the load generator was late.'),
      measured: Decimal('What was measured.', 12.5),
      limit: Decimal('The limit of a valid level.', 5),
    }),
    'Empty for a valid level.',
  ),
  requests: Whole('Measured requests.', 96),
  succeeded: Whole('Those that were answered.', 96),
  success_rate: Nullable(Decimal('Their share.', 1)),
  failures: Type.Record(Type.String(), Type.Integer(), {
    description: 'Requests that failed, by reason: docs/evaluation-performance.md.',
    examples: [{ rate_limited: 3 }],
  }),
  retries: Whole('Requests that were sent a second time, because the connection had closed before any byte came.', 0),
  interruptions: Whole('How often another process had to continue the level.', 0),
  seconds: Decimal('From the first request to the end of the last one.', 5.8),
  qps: Nullable(Decimal('Answered requests a second.', 16.6)),
  goodput: Nullable(Decimal('Requests a second that met `slo`; `null` without one.', 15.9)),
  within_objective: Nullable(Decimal('Share of the requests that met `slo`; `null` without one.', 0.96)),
  ttft: durations('From the send to the first piece of text.'),
  ttft_from_intended: durations('The same from the intended start.'),
  latency: durations('From the send to the last piece of text.'),
  latency_from_intended: durations('The same from the intended start.'),
  tpot: durations('Time per output token: (last - first) / (tokens - 1) of each answer.'),
  inter_token_latency: durations('Between consecutive pieces of text, each of which has one token or more.'),
  tokens: Named('EvalTokens', 'Tokens of all answered requests.', {
    source: Nullable(
      Text('Who counted the output: the endpoint (`usage`), nobody (`chunks`: pieces of text), or `mixed`.', 'usage'),
    ),
    input: Nullable(Whole('Input tokens; `null` when the endpoint does not count them.', 1536)),
    output: Whole('Output tokens.', 3072),
    output_per_second: Nullable(Decimal('Output tokens a second.', 531.2)),
  }),
  client: Named('EvalLoadClient', 'The load generator itself.', {
    socket_wait: durations('How long requests waited for a socket.'),
    start_lag: durations('How late requests were handed to the HTTP client.'),
    loop_lag: durations('How late the event loop was at a random moment.'),
    utilization: Nullable(Decimal('Share of the time in which the event loop was busy.', 0.05)),
  }),
});

const EvalTuned = Named('EvalTuned', 'The result of `auto_tune`.', {
  by: Text('What was increased: `parallel` or `rate`.', 'parallel'),
  largest: Nullable(Decimal('The largest load that met the objective; `null`: not even the lowest did.', 48)),
  levels: List(Whole('Index of a level.', 5), 'The levels with that load.'),
  limited_by: Text(
    '`objective`: larger loads missed it. `highest`: none was tried. `client`: the load generator was the bottleneck.',
    'objective',
  ),
});

const EvalGate = Named('EvalGate', 'A metric over the levels.', {
  metric_key: Text('The metric.', 'perf.p99_latency'),
  threshold: Nullable(Decimal('What each level must reach; `null`: nothing.', 2000)),
  values: List(Nullable(Decimal('Its value; `null`: the level has none.', 1204.2)), 'One for each level that counts.'),
  passed: Nullable(
    Flag(
      'Whether every level reaches the threshold; `null` without one, or when a level that is not valid leaves ' +
        'it open.',
      true,
    ),
  ),
});

export const EvalPerformanceResult = Named('EvalPerformanceResult', 'The result of a performance run.', {
  job_id: Id('job', 'The job.'),
  engine_id: Word(['performance_evaluator'], 'The engine.'),
  name: Nullable(Text('Your name of the run.', 'nightly')),
  passed: Nullable(Flag('Whether every metric with a threshold passed; `null` if none could be decided.', true)),
  valid: Flag('Whether all levels are valid.', true),
  metrics: List(EvalGate, 'The metrics of the request. After a search, the levels with the largest load count.'),
  tuned: Nullable(EvalTuned),
  levels: List(EvalLevel, 'The levels, in order.'),
  reports: EvalReports,
});
export type EvalPerformanceResult = Static<typeof EvalPerformanceResult>;
