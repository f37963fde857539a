/** Finds stalls: periods without progress although all processes were up. */
import type { StoredJob } from './check-stores.ts';
import type { Fault } from './faults.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The longest time, in milliseconds, in which every process was up, a job was open, and none ended. `from`: start of
 * the run, in milliseconds since 1970.
 */
export function longestStall(jobs: readonly StoredJob[], faults: readonly Fault[], from: number): number {
  const ends = jobs.map(({ finishedAt }) => finishedAt).filter((at) => at > from);
  const downs = faults.map(({ at, upAt }) => ({ from: at, to: upAt ?? Number.POSITIVE_INFINITY }));
  const marks = [...ends, ...jobs.map(({ createdAt }) => createdAt), ...downs.flatMap((down) => [down.from, down.to])];
  const times = [...new Set([from, ...marks])].filter((at) => at >= from && Number.isFinite(at)).sort((a, b) => a - b);
  const isEnd = new Set(ends);
  let longest = 0;
  let since: number | null = null;
  for (const [index, at] of times.entries()) {
    const span = { from: at, to: times[index + 1] ?? at };
    const isIdle = !jobs.some((job) => covers({ from: job.createdAt, to: job.finishedAt }, span));
    if (isIdle || downs.some((down) => covers(down, span))) {
      since = null;
      continue;
    }
    if (since === null || isEnd.has(at)) since = at;
    longest = Math.max(longest, span.to - since);
  }
  return longest;
}

function covers(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}
