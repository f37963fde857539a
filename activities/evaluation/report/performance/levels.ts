/** All levels of a performance run as lines, for spreadsheets and for programs. */
import type { MeasuredLevel } from '../../../../domain/evaluation/performance/levels.ts';
import { presentLevel } from '../../../../domain/evaluation/performance/outcome.ts';
import type { PresentedLevel } from '../../../../domain/evaluation/performance/outcome.ts';
import { csvRow } from '../../../../engines/report/csv.ts';

const QUANTILES = ['mean', 'p50', 'p90', 'p95', 'p99', 'max'] as const;

/** A row for each level, with the names of the result: `latency.p99` is in milliseconds. */
export function* csvOfLevels(levels: readonly PresentedLevel[]): Generator<string> {
  for (const [index, level] of levels.entries()) {
    const cells = cellsOf(level);
    if (index === 0) yield csvRow(cells.map(([name]) => name));
    yield csvRow(cells.map(([, cell]) => cell));
  }
}

type Cell = readonly [name: string, cell: string | number | null];

function cellsOf(level: PresentedLevel): readonly Cell[] {
  const { client, tokens } = level;
  const { ttft, ttft_from_intended, latency, latency_from_intended, tpot, inter_token_latency } = level;
  const { socket_wait, start_lag, loop_lag, utilization } = client;
  const durations = {
    ttft,
    ttft_from_intended,
    latency,
    latency_from_intended,
    tpot,
    inter_token_latency,
    'client.socket_wait': socket_wait,
    'client.start_lag': start_lag,
    'client.loop_lag': loop_lag,
  };
  return [
    ...Object.entries({
      index: level.index,
      parallel: level.parallel,
      rate: level.rate,
      valid: String(level.valid),
      invalid: level.invalid.map(({ code }) => code).join(' '),
      requests: level.requests,
      succeeded: level.succeeded,
      success_rate: level.success_rate,
      failures: Object.entries(level.failures)
        .map(([reason, requests]) => `${reason}: ${requests}`)
        .join(', '),
      retries: level.retries,
      interruptions: level.interruptions,
      seconds: level.seconds,
      qps: level.qps,
      goodput: level.goodput,
      within_objective: level.within_objective,
    }),
    ...Object.entries(durations).flatMap(([name, summary]) =>
      QUANTILES.map((quantile): Cell => [`${name}.${quantile}`, summary?.[quantile] ?? null]),
    ),
    ...Object.entries(tokens).map(([name, value]): Cell => [`tokens.${name}`, value]),
    ['client.utilization', utilization],
  ];
}

/**
 * A JSON text for each level: its figures, and all durations as `[milliseconds, count]` with four significant digits.
 */
export async function* linesOfLevels(levels: AsyncIterable<MeasuredLevel>): AsyncGenerator<string> {
  for await (const level of levels) {
    const histograms = Object.fromEntries(
      Object.entries(level.timings).map(([timing, buckets]) => [
        timing === 'inter_token' ? 'inter_token_latency' : timing,
        buckets.map(([microseconds, count]) => [microseconds / 1000, count]),
      ]),
    );
    yield `${JSON.stringify({ ...presentLevel(level), histograms })}\n`;
  }
}
