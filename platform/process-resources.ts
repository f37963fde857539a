/** What a process takes of the machine, and what it takes last. Linux tells of a process in `/proc`; elsewhere nothing is known. */
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Unit of the times in `/proc/<pid>/stat`: Linux shows hundredths of a second to programs, whatever its own clock. */
const TICK_MS = 10;
/** Steps of priority below this process, and the least there is. */
const NICER = 10;
const LEAST_PRIORITY = 19;

/** Memory that the operating system has given to a process, in MiB; 0 where it does not tell. */
export function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Processor time that a process has taken so far, all threads together; `null` where the system does not tell. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis may hold anything; `utime` and `stime` are the 14th and 15th field of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/**
 * Documents take whatever processor time there is. Those who answer requests and carry the jobs (the parent, the API, Temporal,
 * the database) need little of it, but at once: they go first. To be called right after the start, so that its threads inherit it.
 */
export function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICER, LEAST_PRIORITY));
  } catch {
    // Already gone, or not allowed: it works all the same.
  }
}

/** When the machine runs out of memory, Linux should take this process and not its parent. */
export function preferToLose(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not Linux, or already gone: nothing depends on it.
  }
}
