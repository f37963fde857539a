/** Memory, CPU time and priority of a process, from Linux's `/proc`; unknown on other systems. */
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Unit of the times in `/proc/<pid>/stat`: always hundredths of a second on Linux. */
const TICK_MS = 10;
/** Nice levels below this process, and the maximum. */
const NICER = 10;
const LEAST_PRIORITY = 19;

/** Resident memory of a process in MiB; 0 where unknown. */
export function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** CPU time used by a process, over all threads; `null` where unknown. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis may contain anything; `utime` and `stime` are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/**
 * Lowers the priority of a process whose work uses all available CPU time; the parent, the API, Temporal and the
 * database need little, but without delay. Call right after the start, so that all threads inherit it.
 */
export function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICER, LEAST_PRIORITY));
  } catch {
    // Already gone or not permitted: works without it.
  }
}

/** Makes Linux kill this process rather than its parent when memory runs out. */
export function preferToLose(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not Linux or already gone; nothing depends on it.
  }
}
