/** A pool of child processes for work on untrusted input. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { FairTurns } from '../fair-turns.ts';
import type { Calls, InputOf, OutputOf, ProgressOf, ResultOf } from './calls.ts';
import type { Nouns } from './failures.ts';
import type { RunOptions } from './pooled-process.ts';
import { ProcessGroup } from './process-group.ts';

export interface ProcessPoolOptions {
  /** A module that calls `serveProcessPool`. */
  readonly script: URL;
  /** Number of processes and of concurrent requests. */
  readonly size: number;
  /**
   * Processes beyond `size` for keys that hold none. They run at this process's priority, the others below it: on a
   * busy machine a key's first request finishes soon, whatever other keys are running. They start once a second key has
   * made a request. Default 0.
   */
  readonly reserve?: number;
  /** Whether all processes run at this process's priority. Default: only those in reserve. */
  readonly isUrgent?: boolean;
  /**
   * Limit on the resident memory of one process: JavaScript, WebAssembly and native memory together (on systems other
   * than Linux, only the JavaScript heap).
   */
  readonly memoryMb: number;
  /** Arguments of the processes. */
  readonly args?: readonly string[];
  /** Folder of native libraries that the processes may load. Default: none. */
  readonly addons?: string;
  /** What errors call the work and its process. */
  readonly nouns: Nouns;
  /** A process is replaced after this many requests. Default 500. */
  readonly requestsPerProcess?: number;
}

export interface PoolLoad {
  readonly size: number;
  readonly busy: number;
  /** Requests waiting for a process. */
  readonly waiting: number;
  /** Number of processes that have ended: replaced, killed or crashed. */
  readonly ended: number;
  /** Highest share of its CPU budget that any request has used ({@link PooledProcess.budgetUsed}). */
  readonly budgetUsed: number;
}

/** Options that the pool itself uses. */
export interface PoolRunOptions<Progress, Output> extends RunOptions<Progress, Output> {
  /** Fairness key: processes are shared fairly between keys ({@link FairTurns}). */
  readonly key: string;
  /** Whether it continues earlier work; such requests go before the others of their key. */
  readonly isUnderWay: boolean;
  /** Orders requests of one key, as {@link FairTurns} does. */
  readonly priorityKey?: number;
  /** Called when a process accepts the request. */
  readonly onTaken?: () => void;
}

/** On whose behalf a pool works. */
export type PoolCaller = Pick<PoolRunOptions<never, never>, 'key' | 'signal' | 'timeoutMs'>;

export interface ProcessPool<C extends Calls> {
  /**
   * Calls a function of one process; waits while all are busy. Rejects with the function's `ServiceError`; `timeout`;
   * `too_complex` when the CPU budget is exhausted; `too_large` when memory is insufficient; `corrupt` when the process
   * crashes, retryable if it was killed from outside; the signal's reason when aborted; a plain error when no process
   * can be started. None of these affects other requests.
   */
  run<Name extends keyof C & string>(
    name: Name,
    input: InputOf<C[Name]>,
    options: PoolRunOptions<ProgressOf<C[Name]>, OutputOf<C[Name]>>,
  ): Promise<ResultOf<C[Name]>>;
  load(): PoolLoad;
  /** Kills the processes, rejects running and waiting requests, and resolves when all processes have ended. */
  close(): Promise<void>;
}

/**
 * Creates a pool of warm child processes, which start now but for those in reserve. A failure in one never affects this
 * process.
 */
export function createProcessPool<C extends Calls>({
  script,
  size,
  reserve = 0,
  isUrgent = false,
  memoryMb,
  args = [],
  addons,
  nouns,
  requestsPerProcess = 500,
}: ProcessPoolOptions): ProcessPool<C> {
  const turns = new FairTurns(size, reserve);
  const group = (count: number, isUrgent: boolean) =>
    new ProcessGroup({ script, memoryMb, args, addons, nouns, isUrgent }, { size: count, requestsPerProcess });
  const ordinary = group(size, isUrgent);
  const inReserve = group(reserve, true);
  const groups = [ordinary, inReserve];
  const sum = (count: (one: typeof ordinary) => number): number => groups.reduce((total, one) => total + count(one), 0);
  let closed = false;
  let firstKey: string | undefined;
  ordinary.warm();

  return {
    async run(name, input, options) {
      if (closed) throw closedError();
      // As long as there is one key, it never uses the reserve.
      firstKey ??= options.key;
      if (options.key !== firstKey) inReserve.warm();
      const bound = inContext(options);
      const { release, isReserve } = await turns.take(options.key, options);
      const onTaken = (): void => bound.onTaken?.();
      return (isReserve ? inReserve : ordinary).run({ name, input }, { options: bound, onTaken, onFree: release });
    },

    load: () => ({
      size,
      busy: sum(({ busy }) => busy),
      waiting: turns.waiting + sum(({ waiting }) => waiting),
      ended: sum(({ ended }) => ended),
      budgetUsed: Math.max(...groups.map(({ budgetUsed }) => budgetUsed)),
    }),

    async close() {
      closed = true;
      turns.rejectAll(closedError());
      await Promise.all(groups.map((one) => one.close(closedError())));
    },
  };
}

/**
 * Binds the callbacks to the caller's async context, trace included. Otherwise they would run in the context of the
 * message that triggers them.
 */
function inContext<Progress, Output>(options: PoolRunOptions<Progress, Output>): PoolRunOptions<Progress, Output> {
  const { inputs, onOutput, onProgress, onTaken } = options;
  return {
    ...options,
    ...(inputs && { inputs: inputs.map(({ bytes, open }) => ({ bytes, open: AsyncLocalStorage.bind(open) })) }),
    ...(onOutput && { onOutput: AsyncLocalStorage.bind(onOutput) }),
    ...(onProgress && { onProgress: AsyncLocalStorage.bind(onProgress) }),
    ...(onTaken && { onTaken: AsyncLocalStorage.bind(onTaken) }),
  };
}

function closedError(): Error {
  return new Error('The process pool is closed.');
}
