import { ConfigError } from '../../platform/config.ts';
import type { AuthConfig } from '../../platform/config/auth.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { devTokenVerifier } from './dev-tokens.ts';
import type { VerifyToken } from '../../domain/identity/identity.ts';
import { introspectionVerifier } from './introspection.ts';
import { jwksVerifier } from './jwks.ts';

/**
 * How this installation verifies tokens. The service starts even if the identity provider is unavailable, and returns
 * 503 until it recovers. Rejects with a {@link ConfigError} when the provider is another one than configured.
 */
export async function createVerifier(auth: AuthConfig, logger: Logger): Promise<VerifyToken> {
  if (auth.mode === 'dev') return devTokenVerifier(auth.devSecret);
  const verifier = auth.mode === 'jwks' ? jwksVerifier(auth, logger) : introspectionVerifier(auth, logger);
  try {
    await verifier.connect();
  } catch (error) {
    if (error instanceof ServiceError && error.cause instanceof ConfigError) throw error.cause;
    logger.warn({ err: error }, 'the identity provider is unavailable: tokens cannot be verified until it recovers');
  }
  return verifier.verify;
}
