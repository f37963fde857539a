/** Fetches user-chosen URLs: every address and every redirect passes the network guard. */
import type { Dispatcher } from 'undici';
import { ServiceError } from '../../errors/index.ts';
import { parseContentType } from '../media-type/content-type.ts';
import type { ContentType } from '../media-type/content-type.ts';
import { inRequestSpan } from '../tracing/http.ts';
import { ACCEPTED_ENCODINGS, readBody, tooLarge } from './body.ts';
import { connectionError, refused, statusError } from './failures.ts';
import { createAddressGuard } from './lookup.ts';
import type { Resolve } from './lookup.ts';
import { createGuardedRequest } from './request.ts';
import type { GuardedRequest, ProxyConfig } from './request.ts';
import { checkedUrl } from './url.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface GuardedFetchSettings {
  /** Non-public addresses, CIDR ranges and host names that may be reached. */
  readonly allow: readonly string[];
  /** Default: none. */
  readonly proxy?: ProxyConfig | null;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Time limit for the response headers, connecting included. Default 30 s. */
  readonly headerTimeoutMs?: number;
  /** Total time limit, including redirects and the body. Default 5 minutes. */
  readonly totalTimeoutMs?: number;
}

export interface FetchOptions {
  /** Maximum size of the body, decompressed. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Names in lower case. Sent only to the URL's own origin, not to other origins after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Called before each redirect is followed, after the scheme check; rejecting refuses the redirect with that error.
   */
  readonly checkRedirect?: (next: URL) => Promise<void>;
}

export interface FetchResult {
  /** 2xx; or 304 without a body when a conditional request (`if-none-match`, `if-modified-since`) found no change. */
  readonly status: number;
  /** Names in lower case; repeated fields are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL of the body, after redirects. */
  readonly finalUrl: string;
  readonly body: Uint8Array;
  /** `null` when it is absent or malformed. */
  readonly contentType: ContentType | null;
}

/**
 * Reads an http or https URL. Rejects with a `ServiceError`, retryable or not: `fetch_failed` with `details.reason`
 * (see `FetchFailure`), `not_found` for 404 and 410, `too_large`, `timeout`; or with the signal's reason.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchResult>;

/** The only path for requests to user-chosen addresses; see {@link createGuardedRequest} for what it may reach. */
export function createGuardedFetch(settings: GuardedFetchSettings): GuardedFetch {
  const { allow, proxy, resolve, headerTimeoutMs = 30_000, totalTimeoutMs = 5 * 60_000 } = settings;
  const send = createGuardedRequest(createAddressGuard(allow, resolve), proxy);

  return async (address, { maxBytes, signal, headers = {}, checkRedirect }) => {
    signal.throwIfAborted();
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const total = setTimeout(() => stop.abort(tookTooLong('total', totalTimeoutMs)), totalTimeoutMs);
    try {
      const { url, answer, isConditional } = await follow(
        send,
        checkedUrl(address),
        headers,
        stop,
        headerTimeoutMs,
        checkRedirect,
      );
      return await receive(url, answer, maxBytes, isConditional);
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : connectionError(error);
    } finally {
      clearTimeout(total);
      signal.removeEventListener('abort', abort);
    }
  };
}

/** Follows redirects itself, since each target must be checked. */
async function follow(
  send: GuardedRequest,
  start: URL,
  callerHeaders: Readonly<Record<string, string>>,
  stop: AbortController,
  headerTimeoutMs: number,
  checkRedirect: FetchOptions['checkRedirect'],
): Promise<{ url: URL; answer: Dispatcher.ResponseData; isConditional: boolean }> {
  let url = start;
  let headers = callerHeaders;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const timer = setTimeout(() => stop.abort(tookTooLong('headers', headerTimeoutMs)), headerTimeoutMs);
    const answer = await inRequestSpan('GET', url, () => head(send, url, headers, stop.signal)).finally(() =>
      clearTimeout(timer),
    );
    const location = answer.headers['location'];
    if (!REDIRECTS.includes(answer.statusCode) || typeof location !== 'string') {
      return { url, answer, isConditional: 'if-none-match' in headers || 'if-modified-since' in headers };
    }
    discard(answer);
    const next = checkedUrl(location, url);
    await checkRedirect?.(next);
    if (next.origin !== url.origin) headers = {};
    url = next;
  }
  throw refused('redirects', `More than ${MAX_REDIRECTS} redirects.`);
}

function head(
  send: GuardedRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    // A request still waiting for its connection ignores its signal.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    const defaults = { accept: '*/*', 'user-agent': 'Tidemill' };
    send(url, {
      signal,
      headers: { ...defaults, ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
    }).then((answer) => {
      // The reader of the body gets its errors; without a reader they must not crash the process.
      answer.body.on('error', () => {});
      resolve(answer);
    }, reject);
  });
}

async function receive(
  url: URL,
  answer: Dispatcher.ResponseData,
  maxBytes: number,
  isConditional: boolean,
): Promise<FetchResult> {
  const status = answer.statusCode;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  try {
    const isUnchanged = status === 304 && isConditional;
    if ((status < 200 || status > 299) && !isUnchanged) throw statusError(status, headers['retry-after']);
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const body = await readBody(answer.body, headers['content-encoding'], maxBytes).catch(unpackingError);
    return { status, headers, finalUrl: url.href, body, contentType: parseContentType(headers['content-type']) };
  } finally {
    discard(answer);
  }
}

/** Closes an unread response; a connection that was read to its end stays open for the next request. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.destroy();
}

function unpackingError(error: unknown): never {
  const isZlib = error instanceof Error && 'code' in error && /^(Z_|ERR__ERROR_|ERR_BROTLI)/.test(String(error.code));
  throw isZlib
    ? new ServiceError('fetch_failed', 'The content is badly compressed or truncated.', { reason: 'encoding' }, error)
    : error;
}

function tookTooLong(phase: 'headers' | 'total', limitMs: number): ServiceError {
  const seconds = limitMs / 1000;
  return new ServiceError('timeout', `The address did not answer within ${seconds} s.`, {
    phase,
    limit_seconds: seconds,
  });
}
