/** One child process of a process pool: its start, its requests and its limits. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { CHANNEL_FD, ChannelEnded, readBytes, writeBytes } from './byte-channel.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Failure, FromChild, ToChild } from './child.ts';
import { preferToLose, processorMs, residentMb, yieldToOthers } from './process-resources.ts';

const INSTALLATION = fileURLToPath(new URL('../../', import.meta.url));
const CHECK_MS = 50;
/** Where CPU time cannot be measured, a process is assumed to share the CPU with this many others. */
const WALL_CLOCK_FACTOR = 4;
const ABORT_GRACE_MS = 500;
/** Enough for V8's fatal error message, which mentions the heap before a long stack. */
const STDERR_TAIL = 16_384;

/** Input bytes of a request, read once a process has accepted it. */
export interface PoolInput {
  readonly bytes: number;
  /** Must yield exactly `bytes` bytes. */
  readonly open: (signal: AbortSignal) => Promise<Readable>;
}

export interface RunOptions<Progress, Output> {
  /** Default: none. The process is killed when an input cannot be read to its end. */
  readonly inputs?: readonly PoolInput[];
  /**
   * Receives the handler's outputs, one at a time and in order. It must read the content to its end; when it rejects,
   * the run rejects and the process is killed.
   */
  readonly onOutput?: (output: Output, content: Readable, bytes: number) => Promise<void>;
  /** Rejects the run at once with the signal's reason; the work itself stops within a second. */
  readonly signal: AbortSignal;
  /** Counts from the moment a process accepts the request. */
  readonly timeoutMs: number;
  /**
   * CPU time that the request may use, over all threads; beyond it the run fails with `too_complex`. Called at each
   * check, so that it can grow with reported progress. On systems other than Linux it limits a quarter of the
   * wall-clock time.
   */
  readonly budgetMs: () => number;
  /** Must not throw. Not called after the run has settled. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What errors call the work and the process that does it. */
export interface Nouns {
  readonly work: string;
  readonly process: string;
}

export interface PooledProgram {
  readonly script: URL;
  readonly memoryMb: number;
  readonly args: readonly string[];
  /** Folder of native libraries that the process may load. */
  readonly addons: string | undefined;
  readonly nouns: Nouns;
  /** Whether it runs at the priority of this process instead of below it. */
  readonly isUrgent: boolean;
}

interface Run<Result, Progress, Output> {
  readonly id: number;
  readonly signal: AbortSignal;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onOutput: RunOptions<Progress, Output>['onOutput'];
  /** Settles when the outputs announced so far have been consumed. */
  outputs: Promise<void>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Clears the run's timers and listeners. */
  readonly release: () => void;
}

/** One child process of a pool: starts at construction, serves one request at a time, ends once. */
export class PooledProcess<Request, Result, Progress, Output> {
  #state: 'starting' | 'idle' | 'busy' | 'ended' = 'starting';
  /** Number of requests it was given. */
  served = 0;
  /** Highest share of its CPU budget that a request has used; slightly above 1 for one that was stopped. */
  budgetUsed = 0;
  /** Resolves when the process has exited. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #memoryMb: number;
  readonly #nouns: Nouns;
  readonly #onIdle: () => void;
  #run: Run<Result, Progress, Output> | undefined;
  readonly #channel: Duplex;
  /** Why it was killed. */
  #fate: Error | undefined;
  #stderr = '';
  #exit = 'it could not be started';

  constructor({ script, memoryMb, args, addons, isUrgent, nouns }: PooledProgram, onIdle: () => void) {
    this.#memoryMb = memoryMb;
    this.#nouns = nouns;
    this.#onIdle = onIdle;
    this.#child = fork(script, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
      // The parent's environment holds secrets and is not passed on.
      env: { TZ: 'UTC' },
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        // A smaller young generation than V8's default: a pool has many processes, which share the memory.
        '--max-semi-space-size=8',
        // Objects that live as long as a page look long-lived to V8, which would allocate them in the old generation.
        // Collecting them there took half of the time of a long document.
        '--no-allocation-site-pretenuring',
        // Defence in depth, not a sandbox: a converter can read only its own code (`/proc` would reveal the parent's
        // environment), cannot write files and cannot start programs.
        '--permission',
        `--allow-fs-read=${INSTALLATION}*`,
        // Native code is not bound by these permissions, so only programs that need it may load it.
        ...(addons === undefined ? [] : ['--allow-addons', `--allow-fs-read=${join(addons, '*')}`]),
        '--allow-worker',
        '--disable-warning=PERM0001',
        '--disable-warning=PERM0006',
      ],
    });
    if (!isUrgent) yieldToOthers(this.#child.pid);
    preferToLose(this.#child.pid);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
    });
    this.#channel = channelOf(this.#child);
    // A channel breaks when its process ends, which `close` reports.
    this.#channel.on('error', () => {});
    this.#child.on('message', (message: FromChild<Result, Progress, Output>) => this.#receive(message));
    this.ended = new Promise((resolve) => {
      // Without a listener, a child that fails to start or dies during a send would crash the parent.
      this.#child.on('error', () => {});
      this.#child.on('exit', (code, signal) => {
        this.#exit = signal ?? `exit code ${code}`;
        // Unread data would delay `close`.
        this.#channel.destroy();
      });
      this.#child.on('close', () => {
        this.#state = 'ended';
        this.#settle((run) => run.reject(this.#fate ?? this.#crash()));
        resolve();
      });
    });
  }

  get busy(): boolean {
    return this.#state === 'busy';
  }

  get idle(): boolean {
    return this.#state === 'idle';
  }

  /** Why a process ended before it could serve. Quotes its output, since it has seen no document. */
  startFailure(): Error {
    const output = this.#stderr.trim().slice(-2000);
    return new Error(`A process of the pool did not start (${this.#exit}).${output && `\n${output}`}`);
  }

  /** Resident memory of the process; 0 where it cannot be measured. */
  residentMb(): number {
    return residentMb(this.#child.pid);
  }

  /** Sends the next request to an idle process. */
  run(request: Request, options: RunOptions<Progress, Output>): Promise<Result> {
    const { inputs = [], signal, timeoutMs, budgetMs, onProgress, onOutput } = options;
    const id = ++this.served;
    return new Promise((resolve, reject) => {
      this.#send({ type: 'run', id, request, inputs: inputs.map(({ bytes }) => bytes) });
      this.#state = 'busy';
      let isSent = false;
      this.#sendInputs(inputs, signal).then(
        () => (isSent = true),
        (error: unknown) => this.#lose(error),
      );
      const timeout = setTimeout(() => {
        const seconds = timeoutMs / 1000;
        this.kill(new ServiceError('timeout', `Not done after ${seconds} s.`, { limit_seconds: seconds }));
      }, timeoutMs);
      const before = processorMs(this.#child.pid);
      const began = performance.now();
      const spentMs = (): number => {
        if (before === null) return (performance.now() - began) / WALL_CLOCK_FACTOR;
        return (processorMs(this.#child.pid) ?? before) - before;
      };
      const useBudget = (): number => {
        const share = spentMs() / budgetMs();
        this.budgetUsed = Math.max(this.budgetUsed, share);
        return share;
      };
      const check = setInterval(() => {
        if (this.residentMb() > this.#memoryMb) this.kill(this.#needsMore());
        if (useBudget() > 1) this.kill(this.#tooComplex(budgetMs()));
      }, CHECK_MS);
      let grace: NodeJS.Timeout | undefined;
      const abort = (): void => {
        reject(signal.reason);
        // The rest of an input would be read as the next one.
        if (!isSent) return this.kill();
        this.#send({ type: 'abort', id });
        grace = setTimeout(() => this.kill(), ABORT_GRACE_MS);
      };
      const release = (): void => {
        useBudget();
        clearTimeout(timeout);
        clearInterval(check);
        clearTimeout(grace);
        signal.removeEventListener('abort', abort);
      };
      this.#run = { id, signal, onProgress, onOutput, outputs: Promise.resolve(), resolve, reject, release };
      signal.addEventListener('abort', abort);
    });
  }

  /** Kills the process; its current request, if any, rejects with `fate`. */
  kill(fate?: Error): void {
    this.#fate ??= fate;
    this.#state = 'ended';
    this.#child.kill('SIGKILL');
  }

  #send(message: ToChild<Request>): void {
    // A send to a dying process fails; `close` reports its end.
    this.#child.send(message, () => {});
  }

  async #sendInputs(inputs: readonly PoolInput[], signal: AbortSignal): Promise<void> {
    for (const { bytes, open } of inputs) {
      const content = await open(signal);
      try {
        await writeBytes(this.#channel, content, bytes);
      } finally {
        content.destroy();
      }
    }
  }

  async #takeOutput({ onOutput }: Run<Result, Progress, Output>, output: Output, bytes: number): Promise<void> {
    const content = Readable.from(readBytes(this.#channel, bytes), { objectMode: false });
    await (onOutput ? onOutput(output, content, bytes) : finished(content.resume()));
    if (!content.readableEnded) throw new Error('An output of a process was not read to its end.');
  }

  /** Kills the process when bytes could not be transferred: the rest of them would be misread. */
  #lose(error: unknown): void {
    // The process has already ended; `close` reports why.
    if (error instanceof ChannelEnded) return;
    this.kill(error instanceof Error ? error : new Error(String(error)));
  }

  #receive(message: FromChild<Result, Progress, Output>): void {
    if (this.#state === 'ended') return;
    if (message.type === 'ready') {
      this.#state = 'idle';
      this.#onIdle();
    } else if (message.id !== this.#run?.id) {
      // Progress of a settled request: the handler left work running.
    } else if (message.type === 'progress') {
      if (!this.#run.signal.aborted) this.#run.onProgress?.(message.progress);
    } else if (message.type === 'failed' && message.isSpent) {
      this.kill(this.#asServiceError(message.failure));
    } else if (message.type === 'failed' && message.failure.type === 'crashed' && !this.#run.signal.aborted) {
      // The process may be in a bad state.
      this.kill(this.#failed(message.failure));
    } else if (message.type === 'output') {
      const run = this.#run;
      run.outputs = run.outputs.then(() => this.#takeOutput(run, message.output, message.bytes));
      run.outputs.catch((error: unknown) => this.#lose(error));
    } else {
      this.#run.outputs.then(
        () => this.#answer(message),
        () => {},
      );
    }
  }

  #answer(message: Extract<FromChild<Result, Progress, Output>, { readonly type: 'result' | 'failed' }>): void {
    if (this.#state === 'ended') return;
    this.#state = 'idle';
    this.#settle((run) => {
      if (message.type === 'result') run.resolve(message.result);
      else run.reject(this.#asServiceError(message.failure));
    });
    this.#onIdle();
  }

  #settle(answer: (run: Run<Result, Progress, Output>) => void): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    run.release();
    answer(run);
  }

  #crash(): ServiceError {
    // The kernel kills the largest process when memory runs out.
    if (this.#exit === 'SIGKILL' || /out of memory|allocation failed|bad_alloc/i.test(this.#stderr))
      return this.#needsMore();
    const { work, process } = this.#nouns;
    return new ServiceError('corrupt', `The ${work} made the ${process} exit.`, { exit: this.#exit });
  }

  #needsMore(): ServiceError {
    const { work, process } = this.#nouns;
    const detail = `The ${work} needs more memory than the ${this.#memoryMb} MB that a ${process} may use.`;
    return new ServiceError('too_large', detail, { limit_memory_mb: this.#memoryMb });
  }

  #tooComplex(limitMs: number): ServiceError {
    const seconds = Math.round(limitMs) / 1000;
    const detail = `The ${this.#nouns.work} takes more than the ${seconds} s of processor time that it may use.`;
    return new ServiceError('too_complex', detail, { limit_processor_seconds: seconds });
  }

  #asServiceError(failure: Failure): ServiceError {
    if (failure.type === 'crashed') return this.#failed(failure);
    return new ServiceError(failure.code, failure.detail, { ...failure.details }, undefined, failure.retryable);
  }

  #failed(failure: { readonly name: string; readonly frames: string }): ServiceError {
    const { work, process } = this.#nouns;
    const cause = new Error(`${failure.name} in a ${process}`);
    cause.stack = `${cause.message}\n${failure.frames}`;
    return new ServiceError('corrupt', `The ${work} made the ${process} fail.`, {}, cause);
  }
}

function channelOf(child: ChildProcess): Duplex {
  const channel = child.stdio[CHANNEL_FD];
  if (!(channel instanceof Duplex)) throw new TypeError('The process has no channel.');
  return channel;
}
