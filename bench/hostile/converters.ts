/** Resource usage of a worker's converters, from Linux's `/proc`. */
import { childrenOf } from '../support/processor-time.ts';

const EVERY_MS = 100;

export interface ConverterWatch {
  /** CPU time used since the watch began, including ended processes up to their last sample. */
  cpuSeconds(): number;
  /** Peak memory of a single converter. */
  peakMb(): number;
  stop(): void;
}

export function watchConverters(workerPid: () => number | undefined): ConverterWatch {
  const before = new Map(childrenOf(workerPid()).map(({ pid, cpuSeconds }) => [pid, cpuSeconds]));
  const latest = new Map<number, number>();
  let peakMb = 0;
  const look = (): void => {
    for (const { pid, cpuSeconds, residentMb } of childrenOf(workerPid())) {
      latest.set(pid, cpuSeconds - (before.get(pid) ?? 0));
      peakMb = Math.max(peakMb, residentMb);
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    cpuSeconds: () => {
      look();
      return [...latest.values()].reduce((sum, seconds) => sum + seconds, 0);
    },
    peakMb: () => peakMb,
    stop: () => clearInterval(timer),
  };
}
