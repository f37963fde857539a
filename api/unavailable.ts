/** Tells a dependency that is away from a fault of our own. */
import { isGrpcServiceError } from '@temporalio/client';

/** gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const GRPC_CODES: ReadonlySet<number> = new Set([4, 8, 14]);

const NETWORK_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Prisma: cannot reach, timed out, closed by the server, no free connection, no turn for a transaction.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
  // Postgres: shutting down, crashed, starting, too many connections.
  ...['57P01', '57P02', '57P03', '53300'],
]);

/** Whether an error means that Temporal, Postgres or the object store cannot be reached now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isGrpcServiceError(error) && GRPC_CODES.has(error.code)) return true;
  if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.has(error.code)) return true;
  if (error.name === 'DriverAdapterError' && /NotReachable|ConnectionClosed|SocketTimeout/.test(error.message))
    return true;
  if (error.name === 'TimeoutError') return true;
  if ('$metadata' in error && statusOf(error.$metadata) >= 500) return true;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  return isUnavailable(error.cause);
}

function statusOf(metadata: unknown): number {
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : 0;
  return typeof status === 'number' ? status : 0;
}
