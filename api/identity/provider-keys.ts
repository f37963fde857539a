import { createLocalJWKSet, errors } from 'jose';
import type { JSONWebKeySet, JWTVerifyGetKey, LocalJWKSet } from 'jose';
import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Claims } from './claims.ts';
import { providerAway } from './provider.ts';

/** The keys are fetched again after this time, so that a withdrawn key is not accepted for long. */
const FRESH_MS = 10 * 60_000;
/** How long stale keys are used before the next attempt to fetch them. */
const RETRY_STALE_MS = 60_000;
/** Minimum time between requests to the provider, whatever tokens arrive. */
const COOL_DOWN_MS = 5000;

/**
 * The provider's public keys. An unknown key causes them to be fetched again, because keys rotate. While the provider
 * is unavailable, known keys keep working, and an unknown key gives `unavailable`, because it may be new.
 */
export class ProviderKeys {
  readonly #fetch: () => Promise<Claims>;
  readonly #logger: Logger;
  readonly #now: () => number;
  #keys: LocalJWKSet | null = null;
  #fetching: Promise<LocalJWKSet> | null = null;
  /** Why the last attempt failed; `null` if it did not. */
  #failure: unknown = null;
  #staleAt = 0;
  #coolUntil = 0;

  /** `fetch` gives a JSON Web Key Set. */
  constructor(fetch: () => Promise<Claims>, logger: Logger, now: () => number = Date.now) {
    this.#fetch = fetch;
    this.#logger = logger;
    this.#now = now;
  }

  /** Chooses the key of a token, for jose. */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      const keys = await this.#current();
      return await keys(header, token).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return (await this.refresh())(header, token);
      });
    } catch (error) {
      throw error instanceof ServiceError || isAboutToken(error) ? error : providerAway(error);
    }
  };

  /**
   * Fetches the keys, or not if that was done just now. Rejects with `unavailable` when that fails, or failed just now.
   */
  async refresh(): Promise<LocalJWKSet> {
    if (this.#fetching === null && this.#now() < this.#coolUntil) {
      if (this.#keys !== null && this.#failure === null) return this.#keys;
      throw this.#failure;
    }
    this.#fetching ??= this.#fetchNow().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  async #current(): Promise<LocalJWKSet> {
    const known = this.#keys;
    if (known === null) return this.refresh();
    return this.#now() < this.#staleAt ? known : this.refresh().catch(() => known);
  }

  async #fetchNow(): Promise<LocalJWKSet> {
    this.#coolUntil = this.#now() + COOL_DOWN_MS;
    try {
      const document = await this.#fetch();
      if (!isKeySet(document)) throw providerAway(new Error('The answer is no JSON Web Key Set.'));
      this.#keys = createLocalJWKSet(document);
      this.#failure = null;
      this.#staleAt = this.#now() + FRESH_MS;
      return this.#keys;
    } catch (error) {
      this.#failure = error;
      this.#staleAt = this.#now() + RETRY_STALE_MS;
      this.#logger.warn({ err: error }, 'the keys of the identity provider could not be fetched');
      throw error;
    }
  }
}

/** What the token is to blame for; all else that choosing a key can meet is the provider's fault. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

/** Keys are checked only when a token names them: a malformed one does not affect the others. */
function isKeySet(document: Claims): document is Claims & JSONWebKeySet {
  return Array.isArray(document['keys']) && document['keys'].every(isObject);
}
