/** Lock file and process list of a data directory. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { endProcesses, identify, isRunning } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { decoder } from '../../platform/stored-json.ts';

interface Entry {
  readonly supervisor: ProcessIdentity;
  readonly children: readonly ProcessIdentity[];
}

const ProcessShape = Type.Object({ pid: Type.Integer(), command: Type.String() });
const entryOf: (stored: unknown) => Entry = decoder(
  'processes.json',
  Type.Object({ supervisor: ProcessShape, children: Type.Array(ProcessShape) }),
);

/**
 * Records which processes run on a data directory. It locks out a second supervisor, which would corrupt the
 * databases, and lets the next start end the leftovers of one that was killed.
 */
export class Registry {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Claims the directory after ending the leftovers of a dead supervisor. Rejects when another supervisor is running.
   */
  static async claim(home: string): Promise<Registry> {
    mkdirSync(home, { recursive: true });
    const registry = new Registry(join(home, 'processes.json'));
    while (!registry.#create()) {
      const { supervisor, children } = readEntry(registry.#file);
      if (supervisor.pid !== process.pid && isRunning(supervisor)) {
        throw new SetupError(
          `${home} is in use by process ${supervisor.pid}. Fix: stop it, or set TIDEMILL_HOME to another directory.`,
        );
      }
      const survivor = await endProcesses(children);
      if (survivor)
        throw new SetupError(`Process ${survivor.pid} of an earlier start does not exit. Fix: end it manually.`);
      rmSync(registry.#file, { force: true });
    }
    return registry;
  }

  /** Throws when the directory cannot be written to. */
  record(children: readonly ProcessIdentity[]): void {
    renameSync(this.#draft(children), this.#file);
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }

  /** Link, unlike rename, fails when the file exists. */
  #create(): boolean {
    const draft = this.#draft([]);
    try {
      linkSync(draft, this.#file);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft);
    }
  }

  #draft(children: readonly ProcessIdentity[]): string {
    const entry: Entry = { supervisor: identify(process.pid), children };
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(entry));
    return draft;
  }
}

/** An unreadable file claims nothing. */
function readEntry(file: string): Entry {
  try {
    return entryOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { supervisor: { pid: 0, command: '' }, children: [] };
  }
}
