/** Reports of performance runs with made-up figures, as tests of their page need them. */
import { Durations } from '../../../engines/evaluation/performance/durations.ts';
import { reportLevel } from '../../../engines/evaluation/performance/level-report.ts';
import type { Load, Objective } from '../../../engines/evaluation/performance/load.ts';
import { TIMINGS } from '../../../engines/evaluation/performance/tally.ts';
import type { StoredTally, Timing } from '../../../engines/evaluation/performance/tally.ts';
import type { ReportedLevel } from '../../../engines/evaluation/report/performance/level.ts';
import type { PerformanceReport } from '../../../engines/evaluation/report/performance/page.ts';
import { logBins } from '../../../engines/report/plots/log-bins.ts';
import { seededRandom } from '../../../engines/statistics/random.ts';

const OBJECTIVE: Objective = { ttft_ms: 500, tpot_ms: null, latency_ms: 3000 };

export interface MadeLevel {
  readonly users: number;
  /** Requests; none is answered when it is 0. */
  readonly answered: number;
  readonly failures?: StoredTally['failures'];
  /** How late the event loop of the load generator was. */
  readonly lagMs?: number;
  /** Of a hundredth of the requests. */
  readonly stallMs?: number;
}

/** A level whose latency grows with its users. */
export function madeLevel(
  { users, answered, failures = {}, lagMs = 0, stallMs = 0 }: MadeLevel,
  ordinal: number,
): ReportedLevel {
  const random = seededRandom(users);
  const held = Object.fromEntries(TIMINGS.map((name) => [name, new Durations()])) as Record<Timing, Durations>;
  const add = (name: Timing, value: number): void => held[name].add(value);
  for (let index = 0; index < answered; index++) {
    const ttft = (80 + 6 * users) * (0.7 + random() ** 3);
    const tokens = (900 + 20 * users) * (0.8 + 0.4 * random());
    const wait = index % 100 === 0 ? stallMs : 0;
    add('ttft', ttft);
    add('ttft_from_intended', ttft + wait);
    add('latency', ttft + tokens);
    add('latency_from_intended', ttft + tokens + wait);
    add('tpot', tokens / 100);
    add('inter_token', tokens / 100);
    add('socket_wait', wait + 0.1);
    add('start_lag', 0.2 * random());
    add('loop_lag', lagMs + 0.3 * random());
  }
  const timings = Object.fromEntries(TIMINGS.map((name) => [name, held[name].buckets]));
  const failed = Object.values(failures).reduce((sum, some) => sum + some, 0);
  const seconds = (answered * (1 + users / 50)) / (users || 1);
  const tally: StoredTally = {
    counts: {
      completed: answered + failed,
      succeeded: answered,
      within_objective: Math.round(answered * (users > 32 ? 0.7 : 0.99)),
      retries: failed > 0 ? 2 : 0,
      input_tokens: answered * 256,
      output_tokens: answered * 101,
      uncounted_answers: 0,
    },
    failures,
    timings,
    elapsed_ms: seconds * 1000,
    busy_ms: seconds * 120,
    processes: 1,
  };
  const load: Load = { parallel: users, rate: null, number: answered, duration_seconds: 600 };
  const binsOf = (name: Timing) => logBins(held[name].buckets.map(([us, count]) => [us / 1000, count]));
  return {
    ordinal,
    load: `${users} users`,
    report: reportLevel(load, OBJECTIVE, tally),
    bins: {
      ttft: binsOf('ttft'),
      ttft_from_intended: binsOf('ttft_from_intended'),
      latency: binsOf('latency'),
      latency_from_intended: binsOf('latency_from_intended'),
    },
  };
}

/** `texts` stands in every text that a request brings. */
export function madeReport(
  levels: readonly MadeLevel[],
  texts = 'small-chat',
  more: Partial<PerformanceReport> = {},
): PerformanceReport {
  return {
    jobId: 'job_01k9zt6v3c8wq4m2n7r5x0ybhd',
    name: texts,
    submittedAt: '2026-11-23T09:00:00.000Z',
    endpoint: `https://llm.example.com/v1/chat/completions#${texts}`,
    request: { model: texts, stream: true, max_tokens: 128 },
    objective: OBJECTIVE,
    passed: false,
    search: null,
    gates: [
      {
        metric_key: 'perf.p99_latency',
        threshold: 2000,
        values: levels.map(({ users }) => 1000 + 21.234 * users),
        passed: false,
      },
      { metric_key: 'perf.goodput', threshold: null, values: levels.map(() => null), passed: null },
    ],
    levels: levels.map(madeLevel),
    ...more,
  };
}
