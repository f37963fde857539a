/** Runs the processes of the embedded stack. */
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
 * Runs the children of one data directory. Their output goes to `logs/`, a child that dies is restarted, and none
 * outlives this process, even if it is killed.
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
   * Claims the directory; rejects with a SetupError when another supervisor holds it. `say` is called with a message
   * when a child dies.
   */
  static async open(home: string, say: (line: string) => void): Promise<Supervisor> {
    return new Supervisor(await Registry.claim(home), join(home, 'logs'), say);
  }

  /**
   * Resolves when the child is ready; see {@link Child.start} for errors. The log of the previous start is kept too.
   */
  async start(spec: ChildSpec): Promise<Child> {
    if (this.#stopped) throw new SetupError(`${spec.name} was not started: the stack is shutting down.`);
    const log = join(this.#logs, `${spec.name}.log`);
    if (existsSync(log)) renameSync(log, join(this.#logs, `${spec.name}.previous.log`));
    const child = new Child(spec, log, this.#events);
    this.#children.push(child);
    await child.start();
    return child;
  }

  /** The started children, in order. */
  get children(): readonly Child[] {
    return this.#children;
  }

  /** Stops all children in reverse order of start. Safe to call repeatedly and while one starts. */
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
      // The directory was deleted or the disk is full; the reaper still has the list.
    }
  }
}

function startReaper(): ChildProcess {
  const script = fileURLToPath(new URL('reaper.ts', import.meta.url));
  const reaper = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  reaper.unref();
  // A line lost to a dead reader must not crash this process.
  reaper.stdin.on('error', () => undefined);
  return reaper;
}
