import { AsyncLocalStorage } from 'node:async_hooks';
import { FairTurns } from './fair-turns.ts';
import type { RunOptions } from './pooled-process.ts';
import { ProcessGroup } from './process-group.ts';

export interface ProcessPoolOptions {
  /** A module that calls `serveProcessPool`. */
  readonly script: URL;
  /** How many processes are kept; as many requests run at a time. */
  readonly size: number;
  /**
   * Processes beyond `size` for requests of keys that hold none. They run at the priority of this process, while the others
   * run below it: on a busy machine the first request of one key is done soon, whatever another key has running. Default 0.
   */
  readonly reserve?: number;
  /** Largest resident memory of one process: JavaScript, WebAssembly and native memory together (Linux; elsewhere the JavaScript heap alone). */
  readonly memoryMb: number;
  /** Arguments of the processes. */
  readonly args?: readonly string[];
  /** Folder of native libraries that they may load; without one they load none. */
  readonly addons?: string;
  /** A process is replaced after so many requests. Default 500. */
  readonly requestsPerProcess?: number;
}

export interface PoolLoad {
  readonly size: number;
  readonly busy: number;
  /** Requests that wait for a process. */
  readonly waiting: number;
  /** Processes that ended so far, because they were worn, killed or broken. */
  readonly ended: number;
  /** Most of its processor time that any request so far has used, as a share ({@link PooledProcess.budgetUsed}). */
  readonly budgetUsed: number;
}

/** What the pool itself wants to know of a request. */
export interface PoolRunOptions<Progress, Output> extends RunOptions<Progress, Output> {
  /** Whose request it is: processes are shared fairly between keys ({@link FairTurns}). */
  readonly key: string;
  /** Whether it goes on with what an earlier request began: such go before the other requests of their key. */
  readonly isUnderWay: boolean;
  /** Called when a process takes the request. */
  readonly onTaken?: () => void;
}

export interface ProcessPool<Request, Result, Progress, Output> {
  /**
   * Has one process answer the request; waits its turn while all are busy. Rejects with the `ServiceError` of the handler;
   * `timeout`; `too_complex` when its processor time is used up; `too_large` when the memory does not suffice; `corrupt` when
   * the process crashes; the signal's reason when aborted; a plain error when no process can be started. None of these
   * touches another request.
   */
  run(request: Request, options: PoolRunOptions<Progress, Output>): Promise<Result>;
  load(): PoolLoad;
  /** Kills the processes, rejects what runs and waits, and resolves when all have ended. */
  close(): Promise<void>;
}

/** Keeps child processes warm for work on untrusted input: whatever happens in one, this process lives on. */
export function createProcessPool<Request, Result, Progress = never, Output = never>({
  script,
  size,
  reserve = 0,
  memoryMb,
  args = [],
  addons,
  requestsPerProcess = 500,
}: ProcessPoolOptions): ProcessPool<Request, Result, Progress, Output> {
  const turns = new FairTurns(size, reserve);
  const group = (count: number, isUrgent: boolean) =>
    new ProcessGroup<Request, Result, Progress, Output>(
      { script, memoryMb, args, addons, isUrgent },
      { size: count, requestsPerProcess },
    );
  const ordinary = group(size, false);
  const inReserve = group(reserve, true);
  const groups = [ordinary, inReserve];
  const sum = (count: (one: typeof ordinary) => number): number => groups.reduce((total, one) => total + count(one), 0);
  let closed = false;

  return {
    async run(request, options) {
      if (closed) throw closedError();
      const bound = inContext(options);
      const { release, isReserve } = await turns.take(options.key, options);
      const onTaken = (): void => bound.onTaken?.();
      return (isReserve ? inReserve : ordinary).run(request, { options: bound, onTaken, onFree: release });
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

/** Processes are given requests when they are free, and answer by messages: what they call runs in the caller's context all the same, its trace included. */
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
