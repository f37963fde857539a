/** One child process of the supervisor, restarted when it dies. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GRACE_MS, identify, signalGroup } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { SetupError } from '../../platform/setup-error.ts';

export interface ChildSpec {
  /** Used for its log file and in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Checks whether the process serves. Called repeatedly; a rejection means not yet. */
  readonly isReady: () => Promise<boolean>;
}

/** Callbacks to the supervisor. They must not throw. */
export interface ChildEvents {
  readonly started: (process: ProcessIdentity) => void;
  readonly ended: (process: ProcessIdentity) => void;
  /** A message for the user. */
  readonly say: (line: string) => void;
}

const READY_WITHIN_MS = 300_000;
const POLL_MS = 50;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 15_000;
/** The backoff resets after this uptime. */
const STABLE_MS = 60_000;
const LOG_TAIL_LINES = 15;

/**
 * A child process that is restarted when it dies. It leads its own process group, so that Ctrl-C reaches only the
 * supervisor and its descendants end with it.
 */
export class Child {
  readonly #spec: ChildSpec;
  readonly #log: string;
  readonly #events: ChildEvents;
  readonly #stopping = new AbortController();
  #process: ChildProcess | undefined;
  /** Why the current process ended; `null` while it runs. */
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

  /** The current process; changes after a restart. `undefined` when it could not be started. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Resolves when it is ready. Rejects when it exits first or takes over 300 s, with a {@link SetupError} that ends
   * with its log's tail.
   */
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

  /** Terminates it; kills it and its descendants after the grace period. */
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
        `${this.#spec.name} ended (${this.#death}); restarting in ${backoff / 1000} s. Log: ${this.#log}`,
      );
      await delay(backoff, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      this.#spawn();
    }
  }

  #spawn(): void {
    const { command, args, env } = this.#spec;
    // Repeated at each start, since the directory may have been deleted.
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

  /** Whether it serves now. */
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
