/** Sends single requests of a level and takes their times; bodies are read after their end. */
import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { readAnswer, failureOfStatus } from '../../../engines/evaluation/performance/index.ts';
import type { ArrivedChunk, Exchange, LoadFailure } from '../../../engines/evaluation/performance/index.ts';
import { connectionError } from '../../../platform/network-guard/failures.ts';
import { createAddressGuard } from '../../../platform/network-guard/lookup.ts';
import { createGuardedAgent } from '../../../platform/network-guard/request.ts';
import type { LevelOrder } from './order.ts';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Longer than any level: what ends a socket between requests is the server. */
const KEEP_ALIVE_MS = 600_000;

export interface LoadEndpoint {
  /** Sends a request that was due at `intended`. Never rejects. */
  readonly send: (body: string, intended: number) => Promise<Exchange>;
  /** Breaks off whatever is under way. */
  readonly close: () => Promise<void>;
}

type Asked = Pick<LevelOrder, 'url' | 'headers' | 'network'> & {
  readonly connections: number;
  readonly timeoutMs: number;
};

/** Opens an endpoint by the network guard, with a limited number of connections. */
export async function openLoadEndpoint({
  url,
  headers,
  network,
  connections,
  timeoutMs,
}: Asked): Promise<LoadEndpoint> {
  const { origin, pathname, search, hostname } = new URL(url);
  const { admit, dispatcher } = createGuardedAgent(createAddressGuard(network.allow), network.proxy, {
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // Each request has a timer of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  await admit(hostname);
  const options = { origin, path: pathname + search, method: 'POST', headers } as const;
  const attempt = (body: string): Promise<Attempt> => attemptOnce(dispatcher, { ...options, body }, timeoutMs);
  return {
    async send(body, intended) {
      const dispatched = performance.now();
      let retries = 0;
      let made = await attempt(body);
      // A server may close an idle socket at the moment at which a request is written to it.
      if (made.outcome === 'reset') {
        retries++;
        made = await attempt(body);
      }
      return { intended, dispatched, retries, ...made };
    },
    close: () => dispatcher.destroy(),
  };
}

type Attempt = Pick<Exchange, 'sent' | 'ended' | 'outcome'>;

function attemptOnce(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Attempt> {
  return new Promise((resolve) => {
    const chunks: ArrivedChunk[] = [];
    let sent: number | null = null;
    let status = 0;
    let isStream = false;
    let bytes = 0;
    let isSettled = false;
    let abort = (): void => {};
    const settle = (failure: LoadFailure | null): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      const ended = performance.now();
      resolve({ sent, ended, outcome: failure ?? readAnswer(chunks, isStream) });
    };
    const giveUp = (failure: LoadFailure): void => {
      settle(failure);
      abort();
    };
    const timer = setTimeout(() => giveUp('timeout'), timeoutMs);
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        abort = () => controller.abort(new Error('The request was given up.'));
        // It waited for a socket for longer than its time limit.
        if (isSettled) abort();
        else sent = performance.now();
      },
      onResponseStart(_controller, statusCode, headers) {
        if (statusCode < 200) return;
        status = statusCode;
        isStream = !/^application\/json\b/i.test(String(headers['content-type'] ?? ''));
      },
      onResponseData(_controller, chunk) {
        const at = performance.now();
        if (failureOfStatus(status) !== null) return;
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES) giveUp('too_large');
        else chunks.push({ at, bytes: chunk });
      },
      onResponseEnd: () => settle(failureOfStatus(status)),
      onResponseError: (_controller, error) => settle(failureOf(error, sent !== null, status)),
    });
  });
}

function failureOf(error: Error, isSent: boolean, status: number): LoadFailure {
  if (status > 0) return failureOfStatus(status) ?? 'cut';
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) return 'protocol';
  if (isSent) return 'reset';
  const { reason } = connectionError(error).details;
  return reason === 'blocked_address' || reason === 'tls' ? reason : 'connection';
}
