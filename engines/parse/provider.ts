/**
 * What the engines of remote providers share: how one is called, what its answers mean, and how its work is resumed.
 */
import type { FormData } from 'undici';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { ServiceError } from '../../errors/index.ts';
import type { ParseContext } from './documents/types.ts';

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: FormData;
  readonly signal: AbortSignal;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly body: Uint8Array;
}

/** Sends one request to the provider; rejects with a retryable `provider_failed` without a complete response. */
export type CallProvider = (request: ProviderRequest) => Promise<ProviderAnswer>;

/** Of an engine that starts a job at a provider, and waits for it. */
export interface ProviderContext extends ParseContext {
  /** ID of the provider's job, if already known: it is awaited, and no other is started. */
  readonly remoteJobId: string | null;
  /** Receives the ID of the provider's job before the wait begins. */
  readonly onBegun: (remoteJobId: string) => void;
}

/**
 * What a request has got. Throws `provider_failed` for any other status than 2xx, retryable when the same request may
 * succeed later: `retry_after_seconds` is then the pause that the provider asks for, if any. The caller waits, and
 * tries again.
 */
export function bodyOf({ status, retryAfterSeconds, body }: ProviderAnswer): Uint8Array {
  if (status >= 200 && status < 300) return body;
  const isPassing = status === 408 || status === 429 || status >= 500;
  const pause = isPassing && retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds };
  const details = { reason: 'http_status', status, ...pause };
  throw new ServiceError('provider_failed', `The provider answered ${status}.`, details, undefined, isPassing);
}

/** The JSON of an answer. It is untrusted and must match; members beyond the schema are ignored. */
export function readAnswer<T extends TSchema>(schema: T, body: Uint8Array): Static<T> {
  const value = parseJson(body);
  if (!Check(schema, value)) throw notTheProtocol();
  return value;
}

/** Reports that the provider's job is running. Providers do not report how far it is. */
export function reportWait({ onProgress }: Pick<ParseContext, 'onProgress'>, isQueued: boolean): void {
  const message = isQueued ? 'queued at the provider' : 'parsed by the provider';
  onProgress({ completed: 0, total: null, unit: 'pages', message });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw notTheProtocol();
  }
}

function notTheProtocol(): ServiceError {
  return new ServiceError('provider_failed', 'The response of the provider does not match its protocol.', {
    reason: 'protocol',
  });
}
