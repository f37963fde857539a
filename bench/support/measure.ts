/** Timing of repeated calls. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Runs `count` calls with `concurrency` in flight; times are milliseconds. */
export async function measure(
  count: number,
  concurrency: number,
  call: (index: number) => Promise<unknown>,
): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const began = performance.now();
      await call(index);
      times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, lane));
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, ...quantiles(times) };
}

/** Quantiles of unordered times; NaN without any. */
export function quantiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (q: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
  return { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
}

/**
 * Measures two alternatives in turn over several rounds, so that drifts in the machine's speed affect both alike.
 * Returns the medians of the rounds.
 */
export async function compare(
  rounds: number,
  baseline: () => Promise<Measured>,
  subject: () => Promise<Measured>,
): Promise<{ baseline: Measured; subject: Measured }> {
  const results: { baseline: Measured[]; subject: Measured[] } = { baseline: [], subject: [] };
  for (let round = 0; round < rounds; round++) {
    results.baseline.push(await baseline());
    results.subject.push(await subject());
  }
  return { baseline: medians(results.baseline), subject: medians(results.subject) };
}

function medians(rounds: readonly Measured[]): Measured {
  const median = (pick: (round: Measured) => number): number =>
    rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  return {
    perSecond: median((r) => r.perSecond),
    p50: median((r) => r.p50),
    p95: median((r) => r.p95),
    p99: median((r) => r.p99),
  };
}
