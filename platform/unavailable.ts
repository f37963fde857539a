/** Tells a dependency that is away from a fault of our own, and from data that it refuses. */
import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import type { Logger } from './telemetry.ts';

/** gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const GRPC_CODES: ReadonlySet<number> = new Set([4, 8, 14]);

const NETWORK_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Prisma: cannot reach, timed out, closed by the server, no free connection, no turn for a transaction.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
]);

/** Errors of `pg` that have no code: the server hung up, or did not answer to begin with. */
const PG_MESSAGES: ReadonlySet<string> = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
]);

/** Whether an error means that Temporal, Postgres or the object store cannot be reached now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isGrpcServiceError(error) && GRPC_CODES.has(error.code)) return true;
  if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.has(error.code)) return true;
  if (error.name === 'DriverAdapterError' && /NotReachable|ConnectionClosed|SocketTimeout/.test(error.message))
    return true;
  if (PG_MESSAGES.has(error.message) || hasSqlState(error, AWAY)) return true;
  // Prisma says of a raw statement only that it failed.
  if ('meta' in error && isUnavailable(adapterError(error.meta))) return true;
  // Of fetches and of a worker's connection to Temporal.
  if (error.name === 'TimeoutError' || error.name === 'TransportError') return true;
  if ('$metadata' in error && statusOf(error.$metadata) >= 500) return true;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  return isUnavailable(error.cause);
}

/** Classes of SQLSTATE: broken connections; no memory, disk or connection left; a server that stops or starts. */
const AWAY = /^(?:08|53|57P)/;
/** Data exceptions, and violated constraints. */
const REFUSED_DATA = /^2[23]/;

/** Whether Postgres refuses the data of a statement: the same statement is refused again. */
export function isRefusedData(error: unknown): boolean {
  return hasSqlState(error, REFUSED_DATA);
}

/** Whether Postgres said so, to `pg`, to Prisma's adapter, or to Prisma, which wraps the errors of both. */
function hasSqlState(error: unknown, states: RegExp): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const codes = ['code' in error && error.code, 'originalCode' in error && error.originalCode];
  if (codes.some((code) => typeof code === 'string' && code.length === 5 && states.test(code))) return true;
  if ('meta' in error && hasSqlState(adapterError(error.meta), states)) return true;
  return 'cause' in error && hasSqlState(error.cause, states);
}

function adapterError(meta: unknown): unknown {
  return typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta ? meta.driverAdapterError : null;
}

function statusOf(metadata: unknown): number {
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : 0;
  return typeof status === 'number' ? status : 0;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * Does what a process needs Temporal, Postgres or the object store for when it starts: again and again while they are away,
 * so that they may start in any order. Rejects with any other error at once.
 */
export async function onceAvailable<T>(logger: Logger, act: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logger.warn({ err: error, pause_ms: pause }, 'waiting for what the process needs');
      await delay(pause);
    }
  }
}
