import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Time for a process to end by itself before it is killed. */
export const GRACE_MS = 10_000;
const POLL_MS = 50;

/** A process on record. Its number alone may have passed to another process since. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its command line, as the system tells it. */
  readonly command: string;
}

export function identify(pid: number): ProcessIdentity {
  return { pid, command: commandOf(pid) };
}

/** Whether the process on record still runs. */
export function isRunning({ pid, command }: ProcessIdentity): boolean {
  return command !== '' && commandOf(pid) === command;
}

/** Empty when there is no such process. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Signals a process and its descendants: those that were started as a group of their own. Nothing happens when all are gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone, which is what was wanted.
  }
}

/** Ends those that still run: first by asking, then, after the grace time, by force. Answers one that nothing ends. */
export async function endProcesses(processes: readonly ProcessIdentity[]): Promise<ProcessIdentity | undefined> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid } of processes.filter(isRunning)) signalGroup(pid, signal);
    const deadline = Date.now() + GRACE_MS;
    while (processes.some(isRunning) && Date.now() < deadline) await delay(POLL_MS);
  }
  return processes.find(isRunning);
}
