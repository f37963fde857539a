/** Processor time of processes, from Linux's `/proc`. */
import { readFileSync, readdirSync } from 'node:fs';

/** Unit of the times in `/proc/<pid>/stat`: always hundredths of a second on Linux. */
const TICKS_PER_SECOND = 100;

interface Look {
  readonly pid: number;
  readonly parent: number;
  readonly cpuSeconds: number;
  readonly residentMb: number;
}

interface Named {
  readonly name: string;
  readonly pid: number | undefined;
}

/**
 * Begins to measure. The function returns the seconds that each process has used since then, the largest first. The
 * processes that one has started count separately, as far as they still run.
 */
export function watchProcessorTime(processes: readonly Named[]): () => readonly (readonly [string, number])[] {
  const before = new Map(timesOf(processes));
  return () =>
    timesOf(processes)
      .map(([name, seconds]): readonly [string, number] => [name, seconds - (before.get(name) ?? 0)])
      .sort(([, a], [, b]) => b - a);
}

function timesOf(processes: readonly Named[]): (readonly [string, number])[] {
  return processes.flatMap(({ name, pid }): (readonly [string, number])[] => {
    const children = childrenOf(pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    return [[name, look(pid)?.cpuSeconds ?? 0], ...(children > 0 ? [[`children of ${name}`, children] as const] : [])];
  });
}

/** The processes that a process has started. */
export function childrenOf(parent: number | undefined): Look[] {
  return everyProcess().filter((process) => process.parent === parent);
}

/** A process, then all that it has started, and that those have started. Empty once it has ended. */
export function familyOf(pid: number | undefined): Look[] {
  const all = everyProcess();
  const family = all.filter((process) => process.pid === pid);
  // Goes on over those that it adds.
  for (const member of family) family.push(...all.filter((process) => process.parent === member.pid));
  return family;
}

function everyProcess(): Look[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? []);
}

function look(pid: number | undefined): Look | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0] = fields.slice(11, 13);
    const residentMb = ((fields[21] ?? 0) * 4096) / 1e6;
    return { pid: pid ?? 0, parent: fields[1] ?? 0, cpuSeconds: (user + system) / TICKS_PER_SECOND, residentMb };
  } catch {
    // The process ended between listing and reading.
    return null;
  }
}
