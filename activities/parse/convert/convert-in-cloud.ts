import { createLlamaParse, parseInCloud } from '../../../engines/parse/cloud_document_parser/index.ts';
import type { LlamaParse } from '../../../engines/parse/cloud_document_parser/index.ts';
import { missingSecret } from '../../../engines/availability.ts';
import { CLOUD_SECRET } from '../../../engines/parse/catalog.ts';
import type { CallProvider } from '../../../engines/parse/provider.ts';
import type { ParsedDocument, ParseInput } from '../../../engines/parse/documents/index.ts';
import type { Config } from '../../../domain/settings.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Step } from '../../step/step.ts';

export interface CloudDependencies {
  readonly config: Config;
  readonly secrets: Secrets;
  /** Calls the configured provider. */
  readonly callCloudParser: CallProvider;
}

/** Timeout of the cancellation request to the provider. */
const CANCEL_WITHIN_MS = 5000;

/** Largest clock difference allowed between Temporal and the provider. */
const CLOCK_SKEW_MS = 10 * 60_000;

/**
 * Parses a source at the provider. The ID of the remote job becomes the step's checkpoint before the wait begins, so a
 * later attempt resumes the wait and does not pay again. If the job no longer needs the result, the remote job is
 * cancelled.
 */
export async function convertInCloud(
  { config, secrets, callCloudParser }: CloudDependencies,
  input: ParseInput,
  step: Step,
): Promise<ParsedDocument> {
  const secret = CLOUD_SECRET;
  const [key] = await secrets.read(secret);
  if (key === undefined) throw new ServiceError('credential_missing', missingSecret(secret), { secret });
  const provider = createLlamaParse(callCloudParser, { key, secret });
  let remoteJobId = typeof step.checkpoint === 'string' ? step.checkpoint : null;
  try {
    return await parseInCloud(input, {
      provider,
      defaults: config.cloudParser,
      tag: step.jobId,
      begunAt: step.attempt === 1 ? null : new Date(step.scheduledAt.getTime() - CLOCK_SKEW_MS),
      remoteJobId,
      onBegun: (begun) => {
        remoteJobId = begun;
        step.keep(begun);
      },
      signal: step.signal,
      onProgress: step.onProgress,
    });
  } catch (error) {
    if (remoteJobId !== null && (await step.isUnwanted())) await cancelRemote(provider, remoteJobId);
    throw error;
  }
}

/** Ignores failures: the remote job may be over or the provider unavailable, and our job ends either way. */
async function cancelRemote(provider: LlamaParse, remoteJobId: string): Promise<void> {
  await provider.cancel(remoteJobId, AbortSignal.timeout(CANCEL_WITHIN_MS)).catch(() => undefined);
}
