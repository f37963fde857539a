/** Identifies processes across restarts of the supervisor, and ends them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Grace period for a process to exit before it is killed. */
export const GRACE_MS = 10_000;
const POLL_MS = 50;

/** A recorded process. The pid alone may have been reused since. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its command line, as reported by the system. */
  readonly command: string;
}

export function identify(pid: number): ProcessIdentity {
  return { pid, command: commandOf(pid) };
}

/** Whether the recorded process still runs. */
export function isRunning({ pid, command }: ProcessIdentity): boolean {
  return command !== '' && commandOf(pid) === command;
}

/** Empty when the process does not exist. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Signals a process group, that is a process and its descendants. Does nothing when all are gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

/** Terminates the running ones, and kills them after the grace period. Returns one that survives both, if any. */
export async function endProcesses(processes: readonly ProcessIdentity[]): Promise<ProcessIdentity | undefined> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid } of processes.filter(isRunning)) signalGroup(pid, signal);
    const deadline = Date.now() + GRACE_MS;
    while (processes.some(isRunning) && Date.now() < deadline) await delay(POLL_MS);
  }
  return processes.find(isRunning);
}
