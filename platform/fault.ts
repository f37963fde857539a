/** What the errors of all that the service stands on mean, however deep they are wrapped. */
import { isGrpcServiceError } from '@temporalio/client';

/**
 * `full`: something cannot be written because there is no room for it. `away`: Temporal, Postgres or the object store cannot be
 * reached now. `refused_data`: Postgres refuses the data of a statement, and would refuse it again.
 */
export type Fault = 'full' | 'away' | 'refused_data';

/** The fault behind an error; `null` when it is none of these, so one of our own. */
export function faultOf(error: unknown): Fault | null {
  const causes = [...causesOf(error)];
  if (causes.some(isFull)) return 'full';
  if (causes.some(isAway)) return 'away';
  return causes.some((cause) => hasSqlState(cause, REFUSED_DATA)) ? 'refused_data' : null;
}

/** Whether waiting helps: what is needed comes back, or gets room. */
export function isPassing(fault: Fault | null): boolean {
  return fault === 'away' || fault === 'full';
}

/** An error, and every other one that it holds. */
function* causesOf(error: unknown): Generator<object> {
  if (typeof error !== 'object' || error === null) return;
  yield error;
  // Prisma keeps what Postgres said beside its own error: of a raw statement it says only that it failed.
  yield* causesOf(member(member(error, 'meta'), 'driverAdapterError'));
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
  yield* causesOf(member(error, 'cause'));
}

function member(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

/** Of the file system. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** `disk_full` of Postgres. */
const DISK_FULL = /^53100/;

/** What stores say in S3's errors: MinIO, Ceph and others. SeaweedFS says `InternalError` only. */
const S3_NAMES: ReadonlySet<unknown> = new Set(['XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);
const S3_STATUS = 507;

/** What Temporal passes on of its own database: of SQLite, Postgres and MySQL. */
const TEMPORAL_TEXT = /disk is full|no space left on device|table '[^']*' is full/i;

function isFull(cause: object): boolean {
  if (FULL_CODES.has(member(cause, 'code')) || hasSqlState(cause, DISK_FULL)) return true;
  if (S3_NAMES.has(member(cause, 'name')) || httpStatusOf(cause) === S3_STATUS) return true;
  return isGrpcServiceError(cause) && TEMPORAL_TEXT.test(cause.details);
}

/** gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const GRPC_CODES: ReadonlySet<number> = new Set([4, 8, 14]);

const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Prisma: cannot reach, timed out, closed by the server, no free connection, no turn for a transaction.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
]);

/** Errors of `pg` that have no code: the server hung up, or did not answer to begin with. */
const PG_MESSAGES: ReadonlySet<unknown> = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
]);

const ADAPTER_MESSAGE = /NotReachable|ConnectionClosed|SocketTimeout/;

/** Of fetches, and of a worker's connection to Temporal. */
const AWAY_NAMES: ReadonlySet<unknown> = new Set(['TimeoutError', 'TransportError']);

/** Classes of SQLSTATE: broken connections; no memory, disk or connection left; a server that stops or starts. */
const AWAY = /^(?:08|53|57P)/;

function isAway(cause: object): boolean {
  if (isGrpcServiceError(cause) && GRPC_CODES.has(cause.code)) return true;
  const [name, message] = [member(cause, 'name'), member(cause, 'message')];
  if (NETWORK_CODES.has(member(cause, 'code')) || PG_MESSAGES.has(message) || AWAY_NAMES.has(name)) return true;
  if (name === 'DriverAdapterError' && ADAPTER_MESSAGE.test(String(message))) return true;
  return hasSqlState(cause, AWAY) || httpStatusOf(cause) >= 500;
}

/** Data exceptions, and violated constraints. */
const REFUSED_DATA = /^2[23]/;

/** Whether Postgres said so, to `pg` or to Prisma's adapter. */
function hasSqlState(cause: object, states: RegExp): boolean {
  const codes = [member(cause, 'code'), member(cause, 'originalCode')];
  return codes.some((code) => typeof code === 'string' && code.length === 5 && states.test(code));
}

/** What an object store answered; 0 when it is none that did. */
function httpStatusOf(cause: object): number {
  const status = member(member(cause, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : 0;
}
