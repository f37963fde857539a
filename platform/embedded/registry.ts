import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning, signalGroup } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { SetupError } from './setup-error.ts';

interface Entry {
  readonly supervisor: ProcessIdentity;
  readonly children: readonly ProcessIdentity[];
}

/** Time for a child to end by itself before it is killed. */
export const GRACE_MS = 10_000;
const POLL_MS = 50;

/**
 * The file that says which processes run on a data directory. It keeps a second supervisor away, which would ruin the
 * databases, and it lets the reaper or the next start end what a supervisor that was killed left behind.
 */
export class Registry {
  readonly file: string;
  readonly #children = new Set<ProcessIdentity>();

  private constructor(file: string) {
    this.file = file;
  }

  /** Claims the directory, after it has ended what is left of a dead supervisor. Rejects when another one runs there. */
  static async claim(home: string): Promise<Registry> {
    mkdirSync(home, { recursive: true });
    const registry = new Registry(join(home, 'processes.json'));
    while (!registry.#create()) {
      const { supervisor } = readEntry(registry.file);
      if (supervisor.pid !== process.pid && isRunning(supervisor)) {
        throw new SetupError(
          `${home} is in use by process ${supervisor.pid}. Fix: stop it, or set TIDEMILL_HOME to another directory.`,
        );
      }
      await endLeftovers(registry.file);
      rmSync(registry.file, { force: true });
    }
    return registry;
  }

  add(pid: number): ProcessIdentity {
    const child = identify(pid);
    this.#children.add(child);
    renameSync(this.#draft(), this.file);
    return child;
  }

  remove(child: ProcessIdentity): void {
    this.#children.delete(child);
    renameSync(this.#draft(), this.file);
  }

  release(): void {
    rmSync(this.file, { force: true });
  }

  /** Linking, unlike renaming, fails when the file is there. */
  #create(): boolean {
    const draft = this.#draft();
    try {
      linkSync(draft, this.file);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft);
    }
  }

  #draft(): string {
    const entry: Entry = { supervisor: identify(process.pid), children: [...this.#children] };
    const draft = `${this.file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(entry));
    return draft;
  }
}

/**
 * Ends the children on record that still run: first by asking, then, after the grace time, by force. With a `supervisor`, only
 * if the record is that one's: a start since then has children of its own there.
 */
export async function endLeftovers(file: string, supervisor?: number): Promise<void> {
  const entry = readEntry(file);
  if (supervisor !== undefined && entry.supervisor.pid !== supervisor) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid } of entry.children.filter(isRunning)) signalGroup(pid, signal);
    const deadline = Date.now() + GRACE_MS;
    while (entry.children.some(isRunning) && Date.now() < deadline) await delay(POLL_MS);
  }
  const [left] = entry.children.filter(isRunning);
  if (left) throw new SetupError(`Process ${left.pid} of an earlier start does not end. Fix: end it by hand.`);
}

function readEntry(file: string): Entry {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry;
  } catch {
    return { supervisor: { pid: 0, command: '' }, children: [] };
  }
}
