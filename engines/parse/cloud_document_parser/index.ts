/** Parses documents at a provider that speaks LlamaParse's protocol: submit, poll, fetch. */
import { setTimeout as delay } from 'node:timers/promises';
import mime from 'mime';
import { ServiceError } from '../../../errors/index.ts';
import { reportWait } from '../provider.ts';
import type { ProviderContext } from '../provider.ts';
import type { ParsedDocument, ParseInput } from '../documents/types.ts';
import type { LlamaParse } from './client.ts';
import { TAG, configurationOf, pageLimit } from './configuration.ts';
import type { CloudDefaults } from './configuration.ts';
import { documentOfPages } from './document.ts';
import type { RemoteJob } from './protocol.ts';

export interface CloudContext extends ProviderContext {
  readonly provider: LlamaParse;
  readonly defaults: CloudDefaults;
  /** Unique tag that identifies this work at the provider. */
  readonly tag: string;
  /**
   * Earliest time at which this work may have been started at the provider; `null` when it was certainly not started.
   */
  readonly begunAt: Date | null;
}

/** The polling interval grows from the first to the second value. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;
const WAIT_GROWTH = 1.5;

/**
 * Parses a document at the provider. Resumes a started job instead of starting another: by its ID if known, else by
 * its tag. Sends the bytes, never their URL or name: the provider sees exactly what was checked here. Throws
 * `encrypted`, `empty`, `credential_rejected`, `provider_quota` and `provider_failed`.
 */
export async function parseInCloud(input: ParseInput, context: CloudContext): Promise<ParsedDocument> {
  const { provider, signal } = context;
  const remoteJobId = context.remoteJobId ?? (await findBegun(context)) ?? (await begin(input, context));
  context.onBegun(remoteJobId);
  await completion(remoteJobId, context);
  const pages = await provider.result(remoteJobId, signal);
  return documentOfPages(pages, pageLimit(input.options, context.defaults));
}

async function findBegun({ provider, tag, begunAt, signal }: CloudContext): Promise<string | null> {
  if (begunAt === null) return null;
  return (await provider.find([TAG, tag], begunAt, signal))?.id ?? null;
}

async function begin({ bytes, mediaType, options }: ParseInput, context: CloudContext): Promise<string> {
  // The provider detects types by file extension.
  const filename = `document.${mime.getExtension(mediaType) ?? 'bin'}`;
  const file = new Blob([Uint8Array.from(bytes)], { type: mediaType });
  const configuration = configurationOf(options, context.defaults, context.tag);
  return (await context.provider.submit(file, filename, configuration, context.signal)).id;
}

async function completion(remoteJobId: string, context: CloudContext): Promise<void> {
  const { provider, signal } = context;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * WAIT_GROWTH, LONGEST_WAIT_MS)) {
    const job = await provider.status(remoteJobId, signal);
    switch (job.status) {
      case 'COMPLETED':
        return;
      case 'FAILED':
      case 'CANCELLED':
        throw failureOf(job);
      case 'PENDING':
      case 'RUNNING':
        reportWait(context, job.status === 'PENDING');
        await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** The provider's message is not passed on, since it may contain document text. */
function failureOf({ id, status, error_message }: RemoteJob): ServiceError {
  const details = { reason: status === 'FAILED' ? 'job_failed' : 'job_cancelled', remote_job_id: id };
  if (status === 'FAILED' && /password|encrypted/i.test(error_message ?? '')) {
    return new ServiceError('encrypted', 'The provider needs a password to open the document.', details);
  }
  const what = status === 'FAILED' ? 'could not parse the document' : 'has cancelled the work';
  // A retry would be billed again.
  return new ServiceError('provider_failed', `The provider ${what}.`, details, undefined, false);
}
export { createLlamaParse } from './client.ts';
export type { LlamaParse } from './client.ts';
