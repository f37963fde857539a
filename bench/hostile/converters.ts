/** Resource usage of a worker's converters, from Linux's `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 100;
/** Unit of `/proc/<pid>/stat`; 100 on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;

export interface ConverterWatch {
  /** CPU time used since the watch began, including ended processes up to their last sample. */
  cpuSeconds(): number;
  /** Peak memory of a single converter. */
  peakMb(): number;
  stop(): void;
}

interface Look {
  readonly pid: number;
  readonly cpuSeconds: number;
  readonly residentMb: number;
}

export function watchConverters(workerPid: () => number | undefined): ConverterWatch {
  const before = new Map(children(workerPid()).map(({ pid, cpuSeconds }) => [pid, cpuSeconds]));
  const latest = new Map<number, number>();
  let peakMb = 0;
  const look = (): void => {
    for (const { pid, cpuSeconds, residentMb } of children(workerPid())) {
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

function children(parent: number | undefined): Look[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        // The name, in parentheses, may contain spaces.
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        if (fields[1] !== parent) return [];
        const [user = 0, system = 0] = fields.slice(11, 13);
        const residentMb = ((fields[21] ?? 0) * 4096) / 1e6;
        return [{ pid: Number(name), cpuSeconds: (user + system) / TICKS_PER_SECOND, residentMb }];
      } catch {
        // The process ended between listing and reading.
        return [];
      }
    });
}
