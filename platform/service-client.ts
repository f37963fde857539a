/** HTTP to a service that the operator configured: a cloud parser, a converter on another machine. */
import { Agent, FormData, request } from 'undici';
import { ServiceError } from '../errors/index.ts';
import { readBody, ACCEPTED_ENCODINGS } from './network-guard/body.ts';
import { pauseSeconds } from './network-guard/failures.ts';
import { createProxyAgent } from './network-guard/request.ts';
import type { ProxyConfig } from './network-guard/request.ts';
import { inRequestSpan } from './tracing/http.ts';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base address, with its query: `/v1/jobs?limit=5`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form with its files. */
  readonly body?: object | FormData;
  readonly signal: AbortSignal;
}

export interface ServiceAnswer {
  readonly status: number;
  /** Delay that the service requests; `null` when it does not. */
  readonly retryAfterSeconds: number | null;
  readonly body: Uint8Array;
}

/**
 * Sends one request and reads its answer, whatever its status. Rejects with `provider_failed` when no whole answer came
 * (retryable: the service may have acted on the request all the same), or with the signal's reason.
 */
export type ServiceClient = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** Time limit for the response headers and for each chunk of the body. */
const SILENCE_MS = 60_000;

const CONNECT_TIMEOUT_MS = 10_000;

/** Far more than the Markdown of the longest document. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/**
 * A client of the service at `baseUrl`. The operator chose the address, so it may be private; the network guard is
 * for user-chosen addresses. Redirects are not followed: they would carry credentials elsewhere.
 */
export function createServiceClient(baseUrl: string, proxy: ProxyConfig | null = null): ServiceClient {
  const options = {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  };
  const agent = proxy === null ? new Agent(options) : createProxyAgent(proxy, options);
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  return async ({ method, path, headers = {}, body, signal }) => {
    signal.throwIfAborted();
    const isForm = body instanceof FormData;
    try {
      const url = new URL(`${base}${path}`);
      const answer = await inRequestSpan(method, url, () =>
        request(url, {
          dispatcher: agent,
          method,
          signal,
          headers: {
            'accept-encoding': ACCEPTED_ENCODINGS,
            'user-agent': 'Tidemill',
            ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        }),
      );
      return {
        status: answer.statusCode,
        retryAfterSeconds: pauseSeconds(first(answer.headers['retry-after'])),
        body: await readBody(answer.body, first(answer.headers['content-encoding']), MAX_ANSWER_BYTES),
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new ServiceError('provider_failed', 'The provider did not answer.', { reason: 'connection' }, error);
    }
  };
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
