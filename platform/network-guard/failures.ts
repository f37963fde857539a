/** Errors of guarded requests. */
import { ServiceError } from '../../errors/index.ts';

/** Why a fetch failed. */
export type FetchFailure =
  | 'blocked_address'
  | 'browser'
  | 'connect'
  | 'dns'
  | 'encoding'
  | 'http_status'
  | 'invalid_url'
  | 'redirects'
  | 'scheme'
  | 'tls';

/** A failure that a retry cannot fix. */
export function refused(reason: FetchFailure, detail: string, cause?: unknown): ServiceError {
  return new ServiceError('fetch_failed', detail, { reason }, cause, false);
}

/**
 * The error for an unsuccessful response. `details.status` is its status; `details.retry_after_seconds` is present
 * when the server sent `Retry-After`. Retryable: 408, 425, 429 and 5xx.
 */
export function statusError(status: number, retryAfter: string | undefined): ServiceError {
  if (status === 404 || status === 410) {
    return new ServiceError('not_found', `The address answered ${status}.`, { reason: 'http_status', status });
  }
  const seconds = pauseSeconds(retryAfter);
  const details = { reason: 'http_status', status, ...(seconds !== null && { retry_after_seconds: seconds }) };
  const retryable = [408, 425, 429].includes(status) || status >= 500;
  return new ServiceError('fetch_failed', `The address answered ${status}.`, details, undefined, retryable);
}

/** Reads `Retry-After`: whole seconds or an HTTP date; `null` when it is absent or neither. */
export function pauseSeconds(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** The error for a browser that does not start or crashes. */
export function browserFailure(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('fetch_failed', detail, { reason: 'browser' }, cause);
}

/** Throws the error for a failed name lookup: not retryable when the name does not exist. */
export function dnsError(error: unknown): never {
  if (errorCode(error) === 'ENOTFOUND') throw refused('dns', 'The host name does not exist.', error);
  throw new ServiceError('fetch_failed', 'The host name could not be resolved.', { reason: 'dns' }, error);
}

/** The error for a connection that could not be opened, broke, or did not speak HTTP. */
export function connectionError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new ServiceError('timeout', 'The address did not accept a connection in time.', { phase: 'connect' }, error);
  }
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) {
    return refused('tls', 'No trusted TLS connection could be made.', error);
  }
  return new ServiceError('fetch_failed', 'The connection failed.', { reason: 'connect' }, error);
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
