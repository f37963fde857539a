/** Posts to user-chosen addresses, through the network guard. */
import { ServiceError } from '../../errors/index.ts';
import { inRequestSpan, traceHeaders } from '../tracing/http.ts';
import { connectionError, pauseSeconds } from './failures.ts';
import { createAddressGuard } from './lookup.ts';
import { createGuardedRequest } from './request.ts';
import type { ProxyConfig } from './request.ts';
import { checkedUrl } from './url.ts';

export interface PostOptions {
  readonly body: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Total time limit: connecting and waiting for the response headers. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  /** Delay from `Retry-After`; `null` when it is absent. */
  readonly retryAfterMs: number | null;
}

/**
 * Posts to a user-chosen address. Redirects are not followed, since a body signed for one receiver must not reach
 * another. Sends the trace (`traceparent`). Does not read the response body. Rejects like `GuardedFetch`.
 */
export type GuardedPost = (url: string, options: PostOptions) => Promise<PostAnswer>;

export function createGuardedPost(allow: readonly string[], proxy: ProxyConfig | null = null): GuardedPost {
  const send = createGuardedRequest(createAddressGuard(allow), proxy);
  return async (address, { body, headers, timeoutMs, signal }) => {
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const url = checkedUrl(address);
      const answer = await inRequestSpan('POST', url, () =>
        send(url, {
          method: 'POST',
          body,
          headers: { 'user-agent': 'Tidemill', ...headers, ...traceHeaders() },
          signal: AbortSignal.any([signal, late]),
        }),
      );
      answer.body.on('error', () => {}).destroy();
      const pause = pauseSeconds(answer.headers['retry-after']?.toString());
      return { status: answer.statusCode, retryAfterMs: pause === null ? null : pause * 1000 };
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw connectionError(error);
      throw new ServiceError('timeout', `The receiver did not answer within ${timeoutMs / 1000} s.`);
    }
  };
}
