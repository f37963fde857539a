/** A process of the API that serves costly requests. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { Logger } from '../../platform/logging/logger.ts';
import { preferToLose, yieldToOthers } from '../../platform/process-pool/process-resources.ts';
import type { Figure } from '../figures.ts';

/**
 * JavaScript's heap of the process. All turns with the costliest requests of `npm run bench:hostile -- --rows reads`
 * leave more than half of it free.
 */
const HEAP_MB = 384;

/** From the end of a process to the start of the next one, so that one that cannot start does not keep a core busy. */
const PAUSE_MS = 1000;

/** How long a process may take to end. */
const END_WITHIN_MS = 2000;

/** Errors of connections to a process that has ended. */
const ENDED: ReadonlySet<unknown> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOENT',
  'EPIPE',
]);

/** Whether a request failed because the process that served it has ended, or could not be started. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof NotStarted || ENDED.has(Reflect.get(Object(error), 'code'));

class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

/** `left`: nobody waits any more for this request. */
export type ToCostly = 'stop' | { readonly left: string };
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
  /** Requests by tenant. */
  readonly #serving = new Map<string, number>();
  #running: Running | null = null;
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

  /** Counts a request that it serves. */
  enter(tenantId: string): void {
    this.#serving.set(tenantId, (this.#serving.get(tenantId) ?? 0) + 1);
  }

  leave(tenantId: string): void {
    const left = (this.#serving.get(tenantId) ?? 0) - 1;
    if (left > 0) this.#serving.set(tenantId, left);
    else this.#serving.delete(tenantId);
  }

  /** Starts the process, unless it runs. */
  start(): void {
    if (this.#running !== null || this.#isClosed) return;
    try {
      this.#running = this.#fork();
    } catch (error) {
      this.#replace(error);
    }
  }

  /** Connections to the process, once it listens. Rejects when it ends before, or is closed. */
  async connect(): Promise<Dispatcher> {
    this.start();
    if (this.#running === null) throw new NotStarted('The process cannot be started now.');
    await this.#running.ready;
    return this.#running.dispatcher;
  }

  /** Tells handlers to stop waiting and answer. Does nothing when no process runs. */
  stop(): void {
    this.#tell('stop');
  }

  /** Tells the handler of a request that its client has left. */
  abandon(id: string): void {
    this.#tell({ left: id });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { child } = this.#running ?? {};
    if (child?.connected) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // A handler that computes does not hear of it.
      const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
      child.disconnect();
      await ended;
      clearTimeout(timer);
    }
  }

  /** A process that has ended hears of nothing. */
  #tell(message: ToCostly): void {
    this.#running?.child.send(message, () => undefined);
  }

  #fork(): Running {
    const { isUrgent, onFigure } = this.#options;
    const folder = mkdtempSync(join(tmpdir(), 'tidemill-'));
    const socketPath = join(folder, 'requests.sock');
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
    let isEnded = false;
    const end = (why: unknown): void => {
      if (isEnded) return;
      isEnded = true;
      running.isReady = false;
      reject(new NotStarted('The process ended before it listened.'));
      dispatcher.destroy().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
      this.#replace(why);
    };
    child.once('exit', (code, signal) => end(signal ?? code));
    // A process that cannot be started has no exit.
    child.once('error', end);
    return running;
  }

  #replace(why: unknown): void {
    if (this.#isClosed) return;
    const { logger, onEnd } = this.#options;
    onEnd();
    logger.error({ exit: why }, 'a process for costly requests ended; the next one starts');
    const timer = setTimeout(() => {
      this.#running = null;
      this.start();
    }, PAUSE_MS);
    timer.unref();
  }
}
