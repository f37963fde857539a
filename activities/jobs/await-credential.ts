import { Context } from '@temporalio/activity';
import { missingSecret } from '../../engines/availability.ts';
import type { Config } from '../../platform/config.ts';
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
 * Ends well once the secret is there. Until then each attempt fails, and Temporal keeps the time to the next: a wait that
 * costs no worker, that every status shows, and that ends with `credential_missing` when it took too long.
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
