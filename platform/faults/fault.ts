/** Classifies errors of the service's dependencies, however deeply they are wrapped. */
import { isGrpcServiceError } from '@temporalio/client';

/**
 * `full`: a write failed for lack of space. `away`: Temporal, Postgres or the object store cannot be reached.
 * `refused_data`: Postgres rejects the data of a statement and would reject it again. `too_long`: a statement was ended
 * for the time that it took.
 */
export type Fault = 'full' | 'away' | 'refused_data' | 'too_long';

/** The fault behind an error; `null` for any other error, which is a bug of this service. */
export function faultOf(error: unknown): Fault | null {
  const causes = [...causesOf(error)];
  if (causes.some(isFull)) return 'full';
  if (causes.some(isAway)) return 'away';
  if (causes.some((cause) => hasSqlState(cause, CANCELED))) return 'too_long';
  return causes.some((cause) => hasSqlState(cause, REFUSED_DATA)) ? 'refused_data' : null;
}

/** Whether waiting can help: the dependency comes back or gets space. */
export function isPassing(fault: Fault | null): boolean {
  return fault === 'away' || fault === 'full';
}

/** An error and every error nested in it. */
function* causesOf(error: unknown): Generator<object> {
  if (typeof error !== 'object' || error === null) return;
  yield error;
  // Prisma attaches Postgres's error to its own, which for a raw statement says only that it failed.
  yield* causesOf(member(member(error, 'meta'), 'driverAdapterError'));
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
  yield* causesOf(member(error, 'cause'));
}

function member(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

/** Codes of the file system. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** `disk_full` of Postgres. */
const DISK_FULL = /^53100/;

/** Error names of S3 stores: MinIO, Ceph and others. SeaweedFS reports only `InternalError`. */
const S3_NAMES: ReadonlySet<unknown> = new Set(['XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);
const S3_STATUS = 507;

/** Messages that Temporal passes on from its own database: SQLite, Postgres or MySQL. */
const TEMPORAL_TEXT = /disk is full|no space left on device|table '[^']*' is full/i;

function isFull(cause: object): boolean {
  if (FULL_CODES.has(member(cause, 'code')) || hasSqlState(cause, DISK_FULL)) return true;
  if (S3_NAMES.has(member(cause, 'name')) || httpStatusOf(cause) === S3_STATUS) return true;
  return isGrpcServiceError(cause) && TEMPORAL_TEXT.test(cause.details);
}

/** gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const GRPC_CODES: ReadonlySet<number> = new Set([4, 8, 14]);

const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Prisma: unreachable, timed out, closed by the server, no free connection, transaction did not start in time.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
]);

/** Errors of `pg` without a code: the server closed the connection or never answered. */
const PG_MESSAGES: ReadonlySet<unknown> = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
]);

const ADAPTER_MESSAGE = /NotReachable|ConnectionClosed|SocketTimeout/;

/** Names of errors from fetch and from a worker's connection to Temporal. */
const AWAY_NAMES: ReadonlySet<unknown> = new Set(['TimeoutError', 'TransportError']);

/** SQLSTATE classes: connection failures; out of memory, disk or connections; server stopping or starting. */
const AWAY = /^(?:08|53|57P)/;

function isAway(cause: object): boolean {
  if (isGrpcServiceError(cause) && GRPC_CODES.has(cause.code)) return true;
  const [name, message] = [member(cause, 'name'), member(cause, 'message')];
  if (NETWORK_CODES.has(member(cause, 'code')) || PG_MESSAGES.has(message) || AWAY_NAMES.has(name)) return true;
  if (name === 'DriverAdapterError' && ADAPTER_MESSAGE.test(String(message))) return true;
  return hasSqlState(cause, AWAY) || httpStatusOf(cause) >= 500;
}

/** SQLSTATE classes: data exceptions and constraint violations. */
const REFUSED_DATA = /^2[23]/;

/** `query_canceled`. */
const CANCELED = /^57014/;

/** Whether Postgres reported such a state, to `pg` or to Prisma's adapter. */
function hasSqlState(cause: object, states: RegExp): boolean {
  const codes = [member(cause, 'code'), member(cause, 'originalCode')];
  return codes.some((code) => typeof code === 'string' && code.length === 5 && states.test(code));
}

/** HTTP status of an object store's response; 0 for any other error. */
function httpStatusOf(cause: object): number {
  const status = member(member(cause, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : 0;
}
