import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from './child.ts';
import type { ChildEvents, ChildSpec } from './child.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { Registry } from './registry.ts';
import { SetupError } from '../../platform/setup-error.ts';

/**
 * Runs the children of one data directory: their output goes to `logs/`, one that dies is started again, and none outlives
 * this process, even if that is killed.
 */
export class Supervisor {
  readonly #registry: Registry;
  readonly #logs: string;
  readonly #say: (line: string) => void;
  readonly #reaper = startReaper();
  readonly #processes = new Set<ProcessIdentity>();
  readonly #children: Child[] = [];
  #stopped: Promise<void> | undefined;

  private constructor(registry: Registry, logs: string, say: (line: string) => void) {
    this.#registry = registry;
    this.#logs = logs;
    this.#say = say;
  }

  /**
   * Claims the directory: rejects with a SetupError when another supervisor has it. `say` gets a line for people whenever a
   * child dies.
   */
  static async open(home: string, say: (line: string) => void): Promise<Supervisor> {
    return new Supervisor(await Registry.claim(home), join(home, 'logs'), say);
  }

  /** Resolves when the child is ready; see {@link Child.start} for the errors. The log of the start before is kept beside. */
  async start(spec: ChildSpec): Promise<Child> {
    if (this.#stopped) throw new SetupError(`${spec.name} was not started: everything is being stopped.`);
    const log = join(this.#logs, `${spec.name}.log`);
    if (existsSync(log)) renameSync(log, join(this.#logs, `${spec.name}.previous.log`));
    const child = new Child(spec, log, this.#events);
    this.#children.push(child);
    await child.start();
    return child;
  }

  /** Those that were started, in that order. */
  get children(): readonly Child[] {
    return this.#children;
  }

  /** Stops all children, the last one started first. Safe to call while one starts, and again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    for (let child = this.#children.pop(); child; child = this.#children.pop()) await child.stop();
    this.#reaper.stdin?.end();
    this.#registry.release();
  }

  get #events(): ChildEvents {
    return {
      started: (process) => {
        this.#processes.add(process);
        this.#record();
      },
      ended: (process) => {
        this.#processes.delete(process);
        this.#record();
      },
      say: this.#say,
    };
  }

  #record(): void {
    const processes = [...this.#processes];
    this.#reaper.stdin?.write(`${JSON.stringify(processes)}\n`);
    try {
      this.#registry.record(processes);
    } catch {
      // The directory was cleared away, or the disk is full: the reaper still knows.
    }
  }
}

function startReaper(): ChildProcess {
  const script = fileURLToPath(new URL('reaper.ts', import.meta.url));
  const reaper = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  reaper.unref();
  // Without its reader a line is lost, which is no reason to end.
  reaper.stdin.on('error', () => undefined);
  return reaper;
}
