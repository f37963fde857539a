import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector } from 'undici';
import type { ServiceError } from '../errors.ts';
import { createAddressPolicy } from './addresses.ts';
import { dnsError, refused } from './failures.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Addresses of a host name, in the order they should be tried; rejects or gives none when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Connections that reach permitted addresses alone. A name is resolved once, every address it has is checked, and the
 * socket connects to those very addresses: a second answer of the name server (DNS rebinding) is never asked for. A
 * refused one rejects the request with `ServiceError('fetch_failed')`, reason `blocked_address`. Proxies of the
 * environment are not used: they would connect on their own account.
 */
export function createGuardedAgent(allow: readonly string[], resolve: Resolve = resolveBySystem): Agent {
  const policy = createAddressPolicy(allow);

  const resolvePermitted = callbackify(async (host: string) => {
    const addresses = await resolve(host).catch(dnsError);
    if (addresses.length === 0) throw refused('dns', 'The host name has no address.');
    // One address that is not public makes the others doubtful, too.
    if (!addresses.every((address) => policy.permits(host, address))) throw blockedAddress();
    return addresses.map((address) => ({ address, family: isIP(address) }));
  });
  const lookup: LookupFunction = (host, options, callback) =>
    resolvePermitted(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (options.all || !first) callback(error, addresses);
      else callback(null, first.address, first.family);
    });
  const connectByName = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS });

  return new Agent({
    connect(options, callback) {
      const host = options.hostname;
      // A socket looks up names only: an address in the URL is checked here.
      if (isIP(host) !== 0 && !policy.permits(host, host)) callback(blockedAddress(), null);
      else connectByName(options, callback);
    },
    // The caller's own clocks are stricter and exact.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

function blockedAddress(): ServiceError {
  // What the name resolves to stays untold: it would map the internal network.
  return refused('blocked_address', 'The address is not on the public Internet and not allowed by the configuration.');
}
