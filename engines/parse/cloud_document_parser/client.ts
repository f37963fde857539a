/** A client of LlamaParse's API v2. */
import { setTimeout as delay } from 'node:timers/promises';
import { FormData } from 'undici';
import { ServiceError } from '../../../errors/index.ts';
import { bodyOf } from '../provider.ts';
import type { CallProvider, ProviderAnswer, ProviderRequest } from '../provider.ts';
import { readJob, readList, readPages } from './protocol.ts';
import type { RemoteJob, RemotePage } from './protocol.ts';

export interface Credential {
  readonly key: string;
  /** Name of the secret, for messages. */
  readonly secret: string;
}

/**
 * The provider's operations. All reject with `credential_rejected`, `provider_quota` or `provider_failed`
 * (provider.ts).
 */
export interface LlamaParse {
  /** Starts to parse a file. This is the paid operation: it is not retried here. */
  submit(file: Blob, filename: string, configuration: object, signal: AbortSignal): Promise<RemoteJob>;
  /** The latest unfailed job with this metadata entry that was started at `since` or later; `null`: none. */
  find(tag: readonly [name: string, value: string], since: Date, signal: AbortSignal): Promise<RemoteJob | null>;
  status(jobId: string, signal: AbortSignal): Promise<RemoteJob>;
  /** The pages of a job that is complete. */
  result(jobId: string, signal: AbortSignal): Promise<readonly RemotePage[]>;
  cancel(jobId: string, signal: AbortSignal): Promise<void>;
}

const PATH = '/api/v2/parse';

/** Initial delay after a failed read; doubles with each consecutive failure. */
const FIRST_PAUSE_MS = 1000;

/**
 * Consecutive failures of a read that are retried here; then the step fails, and its next attempt continues reading.
 */
const PATIENCE = 5;

/** Maximum number of pages of the provider's job list to search. */
const MAX_LIST_PAGES = 20;

export function createLlamaParse(call: CallProvider, { key, secret }: Credential): LlamaParse {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };

  const send = async (request: Omit<ProviderRequest, 'headers'>): Promise<Uint8Array> => {
    const answer = await call({ ...request, headers });
    refuseAccount(answer, secret);
    return bodyOf(answer);
  };

  /** A read is free, so transient failures of the provider are retried, but not against its rate limit. */
  const get = async <T>(path: string, read: (body: Uint8Array) => T, signal: AbortSignal): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return read(await send({ method: 'GET', path, signal }));
      } catch (error) {
        const isPassing = error instanceof ServiceError && error.retryable && error.details['status'] !== 429;
        if (!isPassing || failures + 1 >= PATIENCE) throw error;
        await pause(FIRST_PAUSE_MS * 2 ** failures, signal);
      }
    }
  };

  return {
    submit: async (file, filename, configuration, signal) => {
      const body = new FormData();
      body.append('configuration', JSON.stringify(configuration));
      body.append('file', file, filename);
      return readJob(await send({ method: 'POST', path: `${PATH}/upload`, body, signal }));
    },
    find: async ([name, value], since, signal) => {
      const query = new URLSearchParams({ created_at_on_or_after: since.toISOString(), page_size: '100' });
      for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
        const { jobs, nextPage } = await get(`${PATH}?${query.toString()}`, readList, signal);
        const found = jobs.find((job) => job.user_metadata?.[name] === value && !hasFailed(job));
        if (found) return found;
        if (nextPage === null) return null;
        query.set('page_token', nextPage);
      }
      return null;
    },
    status: (jobId, signal) => get(`${PATH}/${jobId}`, readJob, signal),
    result: (jobId, signal) => get(`${PATH}/${jobId}?expand=markdown`, readPages, signal),
    cancel: async (jobId, signal) => {
      await send({ method: 'POST', path: `${PATH}/${jobId}/cancel`, signal });
    },
  };
}

function hasFailed({ status }: RemoteJob): boolean {
  return status === 'FAILED' || status === 'CANCELLED';
}

/** Rejects with the signal's reason on abort. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Throws when the provider does not work for this account. */
function refuseAccount({ status }: ProviderAnswer, secret: string): void {
  if (status === 401 || status === 403) {
    const message = `The provider rejected the credential (${status}) in the secret ${secret}.`;
    throw new ServiceError('credential_rejected', message, { status, secret });
  }
  if (status === 402) {
    throw new ServiceError('provider_quota', 'The credits at the provider are exhausted.', { status });
  }
}
