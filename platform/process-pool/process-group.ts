/** Keeps the child processes of a pool running and replaces the ones that end. */
import type { Called } from './calls.ts';
import { PooledProcess } from './pooled-process.ts';
import type { AnyOptions } from './pooled-process.ts';
import type { PooledProgram } from './program.ts';

export interface GroupOptions {
  /** Number of processes. */
  readonly size: number;
  /** A process is replaced after this many requests. */
  readonly requestsPerProcess: number;
}

/** An admitted request: a group admits as many requests at a time as it has processes. */
export interface Admitted {
  readonly options: AnyOptions;
  /** Called when a process accepts the request. */
  readonly onTaken: () => void;
  /**
   * Called once, when the process can accept another request or has ended. For an aborted request this is after it
   * has settled.
   */
  readonly onFree: () => void;
}

interface Claim {
  readonly onFree: () => void;
  readonly give: (process: PooledProcess) => void;
  readonly reject: (error: unknown) => void;
}

/** Child processes of one program; a process that ends is replaced. */
export class ProcessGroup {
  readonly #program: PooledProgram;
  readonly #options: GroupOptions;
  readonly #processes = new Set<PooledProcess>();
  /** Callbacks for processes that become free. */
  readonly #onFree = new Map<PooledProcess, () => void>();
  /** Each gets the next process that is idle. */
  readonly #claims: Claim[] = [];
  #closed: Error | undefined;
  #budgetUsed = 0;
  /** Processes that ended so far. */
  ended = 0;

  constructor(program: PooledProgram, options: GroupOptions) {
    this.#program = program;
    this.#options = options;
  }

  /** Starts the processes now; else the first request does. */
  warm(): void {
    this.#fill();
  }

  /** Processes working on a request. */
  get busy(): number {
    return [...this.#processes].filter(({ busy }) => busy).length;
  }

  /** Requests waiting for their process to start. */
  get waiting(): number {
    return this.#claims.length;
  }

  /** Highest share of its CPU budget that any request has used ({@link PooledProcess.budgetUsed}). */
  get budgetUsed(): number {
    return Math.max(this.#budgetUsed, ...[...this.#processes].map(({ budgetUsed }) => budgetUsed));
  }

  /** Runs the request on the next idle process; settles with its outcome. */
  run<Result>(call: Called, { options, onTaken, onFree }: Admitted): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      const claim: Claim = {
        onFree,
        give(pooled) {
          signal.removeEventListener('abort', abort);
          onTaken();
          resolve(pooled.run(call, options));
        },
        reject(error) {
          signal.removeEventListener('abort', abort);
          onFree();
          reject(error);
        },
      };
      const abort = (): void => {
        this.#claims.splice(this.#claims.indexOf(claim), 1);
        claim.reject(signal.reason);
      };
      if (this.#closed) return claim.reject(this.#closed);
      if (signal.aborted) return claim.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      this.#claims.push(claim);
      this.#fill();
      this.#assign();
    });
  }

  /**
   * Kills the processes, rejects running and waiting requests with the error, and resolves when all processes have
   * ended.
   */
  async close(error: Error): Promise<void> {
    this.#closed = error;
    for (const claim of this.#claims.splice(0)) claim.reject(error);
    const all = [...this.#processes];
    for (const pooled of all) pooled.kill(error);
    await Promise.all(all.map(({ ended }) => ended));
  }

  #fill(): void {
    while (!this.#closed && this.#processes.size < this.#options.size) void this.#start();
  }

  async #start(): Promise<void> {
    const { memoryMb } = this.#program;
    const pooled = new PooledProcess(this.#program, () => {
      // Freed WebAssembly memory stays with the process; one that retains half of the limit would fail the next large
      // request.
      const worn = pooled.served >= this.#options.requestsPerProcess || pooled.residentMb() > memoryMb / 2;
      if (pooled.served > 0 && worn) return pooled.kill();
      this.#free(pooled);
      this.#assign();
    });
    this.#processes.add(pooled);
    await pooled.ended;
    this.#processes.delete(pooled);
    this.ended++;
    this.#budgetUsed = Math.max(this.#budgetUsed, pooled.budgetUsed);
    this.#free(pooled);
    if (pooled.served > 0) return this.#fill();
    // A script that cannot start must not be restarted forever: when no process is left, each attempt fails one
    // request.
    if (this.#processes.size === 0) this.#claims.shift()?.reject(pooled.startFailure());
    if (this.#processes.size === 0 && this.#claims.length > 0) this.#fill();
  }

  #free(pooled: PooledProcess): void {
    this.#onFree.get(pooled)?.();
    this.#onFree.delete(pooled);
  }

  #assign(): void {
    for (const pooled of this.#processes) {
      const claim = pooled.idle ? this.#claims.shift() : undefined;
      if (claim === undefined) continue;
      this.#onFree.set(pooled, claim.onFree);
      claim.give(pooled);
    }
  }
}
