/** Refuses requests before the memory of the process is used up, which would end it and every request in progress. */
import { getHeapStatistics } from 'node:v8';
import { ServiceError } from '../../errors/index.ts';

/**
 * Part of JavaScript's heap beyond which requests are refused. V8 has collected what it could before the heap grows so
 * far.
 */
const FULL = 0.85;

/** How long a look at the heap is used: it takes some microseconds. */
const LOOK_MS = 100;

const RETRY_AFTER_SECONDS = 5;

/** The part of the heap that is in use, from 0 to 1. */
export function heapUsed(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

export class HeapWatch {
  readonly #used: () => number;
  readonly #now: () => number;
  #lookedAt = -Infinity;
  #isFull = false;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(used: () => number = heapUsed, now: () => number = () => performance.now()) {
    this.#used = used;
    this.#now = now;
  }

  /** Throws `overloaded` while hardly any memory is left. */
  refuseIfFull(): void {
    const now = this.#now();
    if (now - this.#lookedAt >= LOOK_MS) {
      this.#isFull = this.#used() >= FULL;
      this.#lookedAt = now;
    }
    if (!this.#isFull) return;
    const message = 'The process has hardly any memory left and finishes the requests in progress first.';
    throw new ServiceError('overloaded', message, { retry_after_seconds: RETRY_AFTER_SECONDS });
  }
}
