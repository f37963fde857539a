import { Context } from '@temporalio/activity';
import { missingSecret } from '../../engines/availability.ts';
import type { Config } from '../../domain/settings.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { toFailure } from '../step/failures.ts';

interface AwaitCredentialDependencies {
  readonly config: Config;
  readonly secrets: Secrets;
}

/** On the queue of the engine that needs the secret: its workers are those that can read it. */
export type CredentialActivities = ReturnType<typeof createCredentialActivities>;
export function createCredentialActivities(dependencies: AwaitCredentialDependencies) {
  return {
    awaitCredential: (input: { readonly secret: string }) => awaitCredential(dependencies, input),
  };
}

/**
 * Succeeds once the secret exists. Until then each attempt fails and Temporal schedules the next, so the wait occupies
 * no worker and is visible in every status. It ends with `credential_missing` when it takes too long.
 */
async function awaitCredential(
  { config, secrets }: AwaitCredentialDependencies,
  { secret }: { readonly secret: string },
): Promise<void> {
  if ((await secrets.read(secret)).length > 0) return;
  const waitedMs = Date.now() - Context.current().info.scheduledTimestampMs;
  const isOver = waitedMs >= config.jobs.credentialWaitMs;
  const missing = new ServiceError('credential_missing', missingSecret(secret), { secret });
  throw toFailure(missing, isOver ? Number.POSITIVE_INFINITY : 1);
}
