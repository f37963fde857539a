import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from './lookup.ts';

export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connections that reach permitted addresses alone; a refused one rejects its request with the error of the guard. Proxies
 * of the environment are not used: they would connect on their own account.
 */
export function createGuardedAgent({ lookup, obstacle }: AddressGuard): Agent {
  const connectByName = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    connect(options, callback) {
      const blocked = obstacle(options.hostname);
      if (blocked) callback(blocked, null);
      else connectByName(options, callback);
    },
    // The caller's own clocks are stricter and exact.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
