/** Kills and pauses processes at random, and records when each recovered. */
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup } from '../../embedded/supervisor/process-identity.ts';
import type { Child } from '../../embedded/supervisor/child.ts';
import type { Random } from '../../test/support/random.ts';

/** Times are milliseconds since 1970. */
export interface Fault {
  readonly process: string;
  readonly kind: 'kill' | 'pause';
  readonly at: number;
  /** When the process had recovered. */
  upAt: number | null;
}

const POLL_MS = 200;
const PAUSE_MS = [1000, 8000] as const;
/** Pause between two faults; several processes can be down at once. */
const REST_MS = [1000, 9000] as const;

export class Faults {
  readonly faults: Fault[] = [];
  readonly #children: readonly Child[];
  readonly #random: Random;
  readonly #wounded = new Map<Child, Promise<void>>();

  constructor(children: readonly Child[], random: Random) {
    this.#children = children;
    this.#random = random;
  }

  /** Injects faults until the signal or the maximum, then waits until every process has recovered. */
  async run(signal: AbortSignal, most = Number.POSITIVE_INFINITY): Promise<void> {
    while (!signal.aborted && this.faults.length < most) {
      await delay(this.#random.between(...REST_MS), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const child = this.#random.pick(this.#children);
      const kind = this.#random.chance(0.6) ? 'kill' : 'pause';
      const pauseMs = this.#random.between(...PAUSE_MS);
      const { pid } = child;
      if (pid === undefined || this.#wounded.has(child)) continue;
      const fault: Fault = { process: child.name, kind, at: Date.now(), upAt: null };
      this.faults.push(fault);
      const healed = (kind === 'kill' ? kill(child, pid) : pause(child, pid, pauseMs)).then(() => {
        fault.upAt = Date.now();
        this.#wounded.delete(child);
      });
      this.#wounded.set(child, healed);
    }
    await Promise.all(this.#wounded.values());
  }
}

/** Its supervisor restarts it. */
async function kill(child: Child, pid: number): Promise<void> {
  signalGroup(pid, 'SIGKILL');
  while (child.pid === pid || !(await child.isReady())) await delay(POLL_MS);
}

async function pause(child: Child, pid: number, ms: number): Promise<void> {
  signalGroup(pid, 'SIGSTOP');
  await delay(ms);
  signalGroup(pid, 'SIGCONT');
  while (!(await child.isReady())) await delay(POLL_MS);
}
