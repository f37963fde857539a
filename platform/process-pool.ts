import { PooledProcess } from './pooled-process.ts';
import type { RunOptions } from './pooled-process.ts';

export interface ProcessPoolOptions {
  /** A module that calls `serveProcessPool`. */
  readonly script: URL;
  /** How many processes are kept; as many requests run at a time. */
  readonly size: number;
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
}

export interface ProcessPool<Request, Result, Progress> {
  /**
   * Has one process answer the request; waits, first come first served, while all are busy. Rejects with the `ServiceError` of the handler; `timeout`; `too_complex` when
   * its processor time is used up; `too_large` when the memory does not suffice; `corrupt` when the process crashes; the signal's reason when aborted; a plain error
   * when no process can be started. None of these touches another request.
   */
  run(request: Request, options: RunOptions<Progress>): Promise<Result>;
  load(): PoolLoad;
  /** Kills the processes, rejects what runs and waits, and resolves when all have ended. */
  close(): Promise<void>;
}

interface Waiting<Request, Result, Progress> {
  readonly assign: (process: PooledProcess<Request, Result, Progress>) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps `size` child processes warm for work on untrusted input: whatever happens in one, this process lives on. */
export function createProcessPool<Request, Result, Progress = never>({
  script,
  size,
  memoryMb,
  args = [],
  addons,
  requestsPerProcess = 500,
}: ProcessPoolOptions): ProcessPool<Request, Result, Progress> {
  type Pooled = PooledProcess<Request, Result, Progress>;
  const processes = new Set<Pooled>();
  const waiting: Waiting<Request, Result, Progress>[] = [];
  let closed = false;
  let ended = 0;

  const start = async (): Promise<void> => {
    const pooled: Pooled = new PooledProcess({ script, memoryMb, args, addons }, () => {
      // Freed WebAssembly memory stays with the process: one that keeps half would fail the next large request.
      const worn = pooled.served >= requestsPerProcess || pooled.residentMb() > memoryMb / 2;
      if (pooled.served > 0 && worn) pooled.kill();
      else dispatch();
    });
    processes.add(pooled);
    await pooled.ended;
    processes.delete(pooled);
    ended++;
    if (pooled.served > 0) return fill();
    // A script that cannot start must not be started for ever: when no process is left, each attempt costs a request.
    if (processes.size === 0) waiting.shift()?.reject(pooled.startFailure());
    if (processes.size === 0 && waiting.length > 0) fill();
  };
  const fill = (): void => {
    if (closed) return;
    while (processes.size < size) void start();
  };
  const dispatch = (): void => {
    for (const pooled of processes) {
      if (pooled.idle) waiting.shift()?.assign(pooled);
    }
  };

  fill();
  return {
    run(request, options) {
      const { signal } = options;
      return new Promise((resolve, reject) => {
        if (closed) throw closedError();
        signal.throwIfAborted();
        const entry: Waiting<Request, Result, Progress> = {
          assign(pooled) {
            signal.removeEventListener('abort', abort);
            resolve(pooled.run(request, options));
          },
          reject(error) {
            signal.removeEventListener('abort', abort);
            reject(error);
          },
        };
        const abort = (): void => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', abort, { once: true });
        waiting.push(entry);
        fill();
        dispatch();
      });
    },

    load: () => ({ size, busy: [...processes].filter(({ busy }) => busy).length, waiting: waiting.length, ended }),

    async close() {
      closed = true;
      for (const entry of waiting.splice(0)) entry.reject(closedError());
      const all = [...processes];
      for (const pooled of all) pooled.kill(closedError());
      await Promise.all(all.map((pooled) => pooled.ended));
    },
  };
}

function closedError(): Error {
  return new Error('The process pool is closed.');
}
