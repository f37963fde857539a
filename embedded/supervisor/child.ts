import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GRACE_MS, identify, signalGroup } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { SetupError } from '../../platform/setup-error.ts';

export interface ChildSpec {
  /** Names its log, and is what messages call it. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Asks the real thing whether it serves. Called again and again; rejecting means not yet. */
  readonly isReady: () => Promise<boolean>;
}

/** What a child tells its supervisor. The functions do not throw. */
export interface ChildEvents {
  readonly started: (process: ProcessIdentity) => void;
  readonly ended: (process: ProcessIdentity) => void;
  /** A line for people. */
  readonly say: (line: string) => void;
}

const READY_WITHIN_MS = 90_000;
const POLL_MS = 50;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 15_000;
/** After so long a life the back-off begins anew. */
const STABLE_MS = 60_000;
const LOG_TAIL_LINES = 15;

/**
 * One child process that is started again when it dies. It leads a process group of its own, so that Ctrl-C reaches the
 * supervisor alone, and so that its descendants end with it.
 */
export class Child {
  readonly #spec: ChildSpec;
  readonly #log: string;
  readonly #events: ChildEvents;
  readonly #stopping = new AbortController();
  #process: ChildProcess | undefined;
  /** Why the present process ended; `null` while it runs. */
  #death: string | null = null;
  #ended: Promise<void> = Promise.resolve();
  #keeping: Promise<void> = Promise.resolve();

  constructor(spec: ChildSpec, log: string, events: ChildEvents) {
    this.#spec = spec;
    this.#log = log;
    this.#events = events;
  }

  get name(): string {
    return this.#spec.name;
  }

  /** The present process; another one after it died and was started again. `undefined` when it could not be started. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves when it is ready. A death before, or 90 s, is a {@link SetupError} with the end of its log. */
  async start(): Promise<void> {
    this.#spawn();
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await this.isReady())) {
      if (this.#death !== null) throw this.#failure(`ended before it was ready (${this.#death})`);
      if (Date.now() > deadline) throw this.#failure(`is not ready after ${READY_WITHIN_MS / 1000} s`);
      await Promise.race([this.#ended, delay(POLL_MS)]);
    }
    this.#keeping = this.#keep();
  }

  /** Asks it to end; kills it, and what it started, after the grace time. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#process?.kill('SIGTERM');
    await Promise.race([this.#ended, delay(GRACE_MS, undefined, { ref: false })]);
    if (this.#death === null && this.pid !== undefined) signalGroup(this.pid, 'SIGKILL');
    await this.#ended;
    await this.#keeping;
  }

  async #keep(): Promise<void> {
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS)) {
      const startedAt = Date.now();
      await this.#ended;
      if (this.#stopping.signal.aborted) return;
      if (Date.now() - startedAt > STABLE_MS) backoff = FIRST_BACKOFF_MS;
      this.#events.say(
        `${this.#spec.name} ended (${this.#death}); it starts again in ${backoff / 1000} s. Log: ${this.#log}`,
      );
      await delay(backoff, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      this.#spawn();
    }
  }

  #spawn(): void {
    const { command, args, env } = this.#spec;
    // Again each time: somebody may have cleared the directory away.
    mkdirSync(dirname(this.#log), { recursive: true });
    const output = openSync(this.#log, 'a');
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    closeSync(output);
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    if (identity) this.#events.started(identity);
    this.#process = child;
    this.#death = null;
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.#death = reason;
        if (identity) {
          signalGroup(identity.pid, 'SIGKILL');
          this.#events.ended(identity);
        }
        resolve();
      };
      child.once('error', (error) => end(error.message));
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    });
  }

  /** Whether it serves, now. */
  async isReady(): Promise<boolean> {
    try {
      return await this.#spec.isReady();
    } catch {
      return false;
    }
  }

  #failure(what: string): SetupError {
    const tail = readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES);
    return new SetupError(`${this.#spec.name} ${what}. The end of ${this.#log}:\n${tail.join('\n')}`);
  }
}
