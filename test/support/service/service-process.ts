/**
 * A process of the service as a test runs it: its output goes to a file, and it ends with the test process at the
 * latest.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { identify } from '../../../embedded/supervisor/process-identity.ts';
import { PATIENCE_MS } from '../patience.ts';
import { until } from '../until.ts';

const LOG_TAIL_LINES = 10;
const LOG_LINE_LENGTH = 600;

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Ends them when this process was killed and could not. */
const script = fileURLToPath(new URL('../../../embedded/supervisor/reaper.ts', import.meta.url));
const reaper = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
reaper.unref();
reaper.stdin.on('error', () => undefined);

function tellReaper(): void {
  const identities = [...running].flatMap(({ pid }) => (pid === undefined ? [] : [identify(pid)]));
  reaper.stdin.write(`${JSON.stringify(identities)}\n`);
}

export interface ProcessSpec {
  /** For messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /**
   * The whole environment beside PATH, HOME and the compile cache of Node: nothing else of the machine's reaches the
   * process.
   */
  readonly env: Readonly<Record<string, string>>;
  /** File that its output is appended to. */
  readonly log: string;
  /** Runs it as this user and group; only root can. */
  readonly uid?: number;
  readonly gid?: number;
}

export class ServiceProcess {
  readonly name: string;
  readonly pid: number;
  /** File that its output is appended to. */
  readonly log: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(name: string, child: ChildProcess, log: string) {
    this.name = name;
    this.#child = child;
    this.log = log;
    this.pid = child.pid ?? 0;
    this.#ended = once(child, 'exit');
  }

  /** Resolves when `isReady` answers true; a rejection of it means not yet. */
  static async start(spec: ProcessSpec, isReady: (pid: number) => Promise<boolean>): Promise<ServiceProcess> {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const output = openSync(spec.log, 'a');
    const child = spawn(spec.command, spec.args, {
      detached: true,
      stdio: ['ignore', output, output],
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...spec.env },
      ...(spec.uid !== undefined && { uid: spec.uid }),
      ...(spec.gid !== undefined && { gid: spec.gid }),
    });
    closeSync(output);
    running.add(child);
    tellReaper();
    child.once('exit', () => {
      running.delete(child);
      tellReaper();
    });
    const started = new ServiceProcess(spec.name, child, spec.log);
    await until(`${spec.name} is ready`, async () => {
      if (child.exitCode !== null) throw new Error(`${spec.name} ended before it was ready.\n${logTail(spec.log)}`);
      const ready = await isReady(started.pid).catch(() => false);
      return ready || undefined;
    });
    return started;
  }

  /** Ends it as a power cut would: at once, without any cleanup. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to end and waits until it has. Its exit code; null when it hung. */
  async stop(): Promise<number | null> {
    await this.#end('SIGTERM');
    return this.#child.exitCode;
  }

  /** Sends a signal and waits for nothing. */
  tell(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** All that it has written. */
  output(): string {
    return readFileSync(this.log, 'utf8');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!running.has(this.#child)) return;
    this.#child.kill(signal);
    const limit = setTimeout(() => {
      process.stderr.write(`${this.name} did not end after ${signal}, and is killed.\n`);
      this.#child.kill('SIGKILL');
    }, PATIENCE_MS);
    await this.#ended;
    clearTimeout(limit);
  }
}

/** The end of what a process wrote to its log, for the report of a failure. */
export function logTail(log: string): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES);
  return [`── ${log}`, ...lines.map((line) => line.slice(0, LOG_LINE_LENGTH))].join('\n');
}
