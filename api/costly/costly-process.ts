/** A process of the API that serves costly requests. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { Logger } from '../../platform/logging/logger.ts';
import { preferToLose, yieldToOthers } from '../../platform/process-pool/process-resources.ts';
import type { Figure } from '../figures.ts';

/** JavaScript's heap of the process. Of {@link TURNS} turns in the costliest mix, half of it was never reached. */
export const HEAP_MB = 384;

/** From the end of a process to the start of the next one, so that one that cannot start does not keep a core busy. */
const PAUSE_MS = 1000;

export type ToCostly = 'stop';
export type FromCostly = 'ready' | Figure;

export interface CostlyProcessOptions {
  /** Whether it runs at the priority of this process instead of below it. */
  readonly isUrgent: boolean;
  readonly logger: Logger;
  readonly onFigure: (figure: Figure) => void;
  /** Called when the process has ended by itself. */
  readonly onEnd: () => void;
}

interface Running {
  readonly child: ChildProcess;
  readonly dispatcher: Dispatcher;
  /** Resolves when it listens; rejects when it ends before. */
  readonly ready: Promise<void>;
  isReady: boolean;
}

/** Starts when it is first needed; one that ends is replaced. */
export class CostlyProcess {
  readonly #options: CostlyProcessOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemill-'));
  /** Requests by tenant. */
  readonly #serving = new Map<string, number>();
  #running: Running | null = null;
  #starts = 0;
  #isClosed = false;

  constructor(options: CostlyProcessOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#running?.isReady ?? false;
  }

  /** Its requests of other tenants. */
  othersThan(tenantId: string): number {
    let count = 0;
    for (const [other, requests] of this.#serving) if (other !== tenantId) count += requests;
    return count;
  }

  /** Counts a request that it serves, until `leave` is called. */
  enter(tenantId: string): { readonly leave: () => void } {
    const change = (by: number): void => {
      const count = (this.#serving.get(tenantId) ?? 0) + by;
      if (count > 0) this.#serving.set(tenantId, count);
      else this.#serving.delete(tenantId);
    };
    change(1);
    let isIn = true;
    return {
      leave: () => {
        if (isIn) change(-1);
        isIn = false;
      },
    };
  }

  /** Starts the process, unless it runs. */
  start(): void {
    this.#running ??= this.#fork();
  }

  /** Connections to the process, once it listens. Rejects when it ends before. */
  async connect(): Promise<Dispatcher> {
    const running = (this.#running ??= this.#fork());
    await running.ready;
    return running.dispatcher;
  }

  /** Requests that wait for anything but their client are answered now. */
  stop(): void {
    this.#running?.child.send('stop' satisfies ToCostly, () => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = this.#running;
    if (running && running.child.exitCode === null && running.child.signalCode === null) {
      const ended = new Promise((resolve) => running.child.once('exit', resolve));
      running.child.disconnect();
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #fork(): Running {
    const { isUrgent, logger, onFigure, onEnd } = this.#options;
    const socketPath = join(this.#folder, `${++this.#starts}.sock`);
    const child = fork(new URL('main.ts', import.meta.url), [socketPath], {
      execArgv: ['--max-semi-space-size=8', `--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (!isUrgent) yieldToOthers(child.pid);
    preferToLose(child.pid);
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    // Who waits for it learns of it.
    ready.catch(() => undefined);
    // Searches may wait for models longer than for anything else; the service ends requests by itself.
    const dispatcher = new Agent({ connect: { socketPath }, headersTimeout: 0, bodyTimeout: 0 });
    const running: Running = { child, dispatcher, ready, isReady: false };
    child.on('message', (message: FromCostly) => {
      if (message !== 'ready') return onFigure(message);
      running.isReady = true;
      resolve();
    });
    // Without a listener, a process that cannot be started would end this one.
    child.on('error', (error) => reject(error));
    child.once('exit', (code, signal) => {
      reject(new Error('The process ended before it listened.'));
      if (this.#isClosed) return;
      logger.error({ exit: signal ?? code }, 'a process for costly requests ended; the next one starts');
      onEnd();
      void dispatcher.destroy().catch(() => undefined);
      void delay(PAUSE_MS, undefined, { ref: false }).then(() => {
        if (!this.#isClosed) this.#running = this.#fork();
      });
    });
    return running;
  }
}
