import { AsyncLocalStorage } from 'node:async_hooks';
import { FairTurns } from './fair-turns.ts';
import type { Turn } from './fair-turns.ts';
import { PooledProcess } from './pooled-process.ts';
import type { RunOptions } from './pooled-process.ts';

export interface ProcessPoolOptions {
  /** A module that calls `serveProcessPool`. */
  readonly script: URL;
  /** How many processes are kept; as many requests run at a time. */
  readonly size: number;
  /** Processes beyond `size`, started when they are needed, for requests of keys that hold none. Default 0. */
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

interface Claim<Pooled> {
  readonly give: (process: Pooled) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps `size` child processes warm for work on untrusted input: whatever happens in one, this process lives on. */
export function createProcessPool<Request, Result, Progress = never, Output = never>({
  script,
  size,
  reserve = 0,
  memoryMb,
  args = [],
  addons,
  requestsPerProcess = 500,
}: ProcessPoolOptions): ProcessPool<Request, Result, Progress, Output> {
  type Pooled = PooledProcess<Request, Result, Progress, Output>;
  const turns = new FairTurns(size, reserve);
  const processes = new Set<Pooled>();
  /** The turn on which a process works, given back when the process is free again or has ended. */
  const turnOf = new Map<Pooled, Turn>();
  /** Of those whose turn it is: each gets the next process that is free. */
  const claims: Claim<Pooled>[] = [];
  let closed = false;
  let ended = 0;
  let budgetUsed = 0;

  const start = async (): Promise<void> => {
    const pooled: Pooled = new PooledProcess({ script, memoryMb, args, addons }, () => {
      // Freed WebAssembly memory stays with the process: one that keeps half would fail the next large request.
      const worn = pooled.served >= requestsPerProcess || pooled.residentMb() > memoryMb / 2;
      if (pooled.served > 0 && worn) return pooled.kill();
      giveBack(pooled);
      assign();
    });
    processes.add(pooled);
    await pooled.ended;
    processes.delete(pooled);
    ended++;
    budgetUsed = Math.max(budgetUsed, pooled.budgetUsed);
    giveBack(pooled);
    if (pooled.served > 0) return fill();
    // A script that cannot start must not be started for ever: when no process is left, each attempt costs a request.
    if (processes.size === 0) claims.shift()?.reject(pooled.startFailure());
    if (processes.size === 0 && claims.length > 0) fill();
  };
  const giveBack = (pooled: Pooled): void => {
    turnOf.get(pooled)?.release();
    turnOf.delete(pooled);
  };
  /** Those beyond `size` are started when their turn has come, and not replaced. */
  const fill = (): void => {
    if (closed) return;
    while (processes.size < Math.max(size, turns.taken)) void start();
  };
  const assign = (): void => {
    for (const pooled of processes) {
      if (pooled.idle) claims.shift()?.give(pooled);
    }
  };
  /** Has the next process that is free work on the request; settles once there is one, by what becomes of the request. */
  const work = (request: Request, options: PoolRunOptions<Progress, Output>, turn: Turn): Promise<Result> =>
    new Promise((resolve, reject) => {
      const { signal, onTaken } = options;
      const entry: Claim<Pooled> = {
        give(pooled) {
          signal.removeEventListener('abort', abort);
          turnOf.set(pooled, turn);
          onTaken?.();
          resolve(pooled.run(request, options));
        },
        reject(error) {
          signal.removeEventListener('abort', abort);
          turn.release();
          reject(error);
        },
      };
      const abort = (): void => {
        claims.splice(claims.indexOf(entry), 1);
        entry.reject(signal.reason);
      };
      if (closed) return entry.reject(closedError());
      if (signal.aborted) return entry.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      claims.push(entry);
      fill();
      assign();
    });

  fill();
  return {
    async run(request, options) {
      if (closed) throw closedError();
      const bound = inContext(options);
      return work(request, bound, await turns.take(options.key, options));
    },

    load: () => ({
      size,
      busy: [...processes].filter(({ busy }) => busy).length,
      waiting: turns.waiting + claims.length,
      ended,
      budgetUsed: Math.max(budgetUsed, ...[...processes].map((pooled) => pooled.budgetUsed)),
    }),

    async close() {
      closed = true;
      turns.rejectAll(closedError());
      for (const entry of claims.splice(0)) entry.reject(closedError());
      const all = [...processes];
      for (const pooled of all) pooled.kill(closedError());
      await Promise.all(all.map((pooled) => pooled.ended));
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
