/** One child process of a process pool: its start, its requests and its limits. */
import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ChannelEnded, readBytes, writeBytes } from './byte-channel.ts';
import type { Called } from './calls.ts';
import { ServiceError } from '../../errors/index.ts';
import type { FromChild, ToChild } from './child.ts';
import { crash, failureOf, tooComplex, tooLarge } from './failures.ts';
import type { Nouns } from './failures.ts';
import { processorMs, residentMb } from './process-resources.ts';
import { startProgram } from './program.ts';
import type { PooledProgram } from './program.ts';

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

/** Bytes that are there already. */
export function bytesInput(bytes: Uint8Array): PoolInput {
  return { bytes: bytes.byteLength, open: async () => Readable.from([bytes]) };
}

export interface RunOptions<Progress, Output> {
  /** Default: none. The process is killed when an input cannot be read to its end. */
  readonly inputs?: readonly PoolInput[];
  /**
   * Receives the outputs, one at a time and in order. It must read the content to its end; when it rejects,
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

/** The callbacks get what the function that was called gives them. */
export type AnyOptions = RunOptions<never, never>;

interface Run {
  readonly id: number;
  readonly signal: AbortSignal;
  readonly onProgress: AnyOptions['onProgress'];
  readonly onOutput: AnyOptions['onOutput'];
  /** Settles when the outputs announced so far have been consumed. */
  outputs: Promise<void>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** Clears the run's timers and listeners. */
  readonly release: () => void;
}

/** One child process of a pool: starts at construction, serves one request at a time, ends once. */
export class PooledProcess {
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
  #run: Run | undefined;
  readonly #channel: Duplex;
  /** Why it was killed. */
  #fate: Error | undefined;
  #stderr = '';
  #exit = 'it could not be started';
  /** At the last check of a request. */
  #residentMb = 0;

  constructor(program: PooledProgram, onIdle: () => void) {
    this.#memoryMb = program.memoryMb;
    this.#nouns = program.nouns;
    this.#onIdle = onIdle;
    ({ child: this.#child, channel: this.#channel } = startProgram(program));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
    });
    // A channel breaks when its process ends, which `close` reports.
    this.#channel.on('error', () => {});
    this.#child.on('message', (message: FromChild<never>) => this.#receive(message));
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
        const death = { exit: this.#exit, output: this.#stderr, residentMb: this.#residentMb };
        this.#settle((run) => run.reject(this.#fate ?? crash(this.#nouns, this.#memoryMb, death)));
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
  run<Result>(call: Called, options: AnyOptions): Promise<Result> {
    const { inputs = [], signal, timeoutMs, budgetMs, onProgress, onOutput } = options;
    const id = ++this.served;
    return new Promise((resolve, reject) => {
      this.#send({ type: 'run', id, call, inputs: inputs.map(({ bytes }) => bytes) });
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
        this.#residentMb = this.residentMb() || this.#residentMb;
        if (this.#residentMb > this.#memoryMb) this.kill(tooLarge(this.#nouns, this.#memoryMb));
        if (useBudget() > 1) this.kill(tooComplex(this.#nouns, budgetMs()));
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

  #send(message: ToChild<unknown>): void {
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

  async #takeOutput({ onOutput }: Run, output: never, bytes: number): Promise<void> {
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

  #receive(message: FromChild<never>): void {
    if (this.#state === 'ended') return;
    if (message.type === 'ready') {
      this.#state = 'idle';
      this.#onIdle();
    } else if (message.id !== this.#run?.id) {
      // Progress of a settled request: the function left work running.
    } else if (message.type === 'progress') {
      if (!this.#run.signal.aborted) this.#run.onProgress?.(message.progress);
    } else if (message.type === 'failed' && message.isSpent) {
      this.kill(failureOf(this.#nouns, message.failure));
    } else if (message.type === 'failed' && message.failure.type === 'crashed' && !this.#run.signal.aborted) {
      // The process may be in a bad state.
      this.kill(failureOf(this.#nouns, message.failure));
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

  #answer(message: Extract<FromChild<never>, { readonly type: 'result' | 'failed' }>): void {
    if (this.#state === 'ended') return;
    this.#state = 'idle';
    this.#settle((run) => {
      if (message.type === 'result') run.resolve(message.result);
      else run.reject(failureOf(this.#nouns, message.failure));
    });
    this.#onIdle();
  }

  #settle(answer: (run: Run) => void): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    run.release();
    answer(run);
  }
}
