/** Resolves host names and checks every address before a socket connects. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { ServiceError } from '../../errors/index.ts';
import { createAddressPolicy } from './addresses.ts';
import { dnsError, refused } from './failures.ts';

/** Addresses of a host name, in the order to try them; rejects or returns none when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Checks addresses before a socket connects. Errors are `fetch_failed` with reason `blocked_address` or `dns`. */
export interface AddressGuard {
  /**
   * Resolves names for a socket. A name is resolved once, all its addresses are checked, and the socket connects to
   * exactly these. There is no second lookup, so DNS rebinding has no effect.
   */
  readonly lookup: LookupFunction;
  /** Rejects when a host has a blocked address, or none. */
  readonly admit: (host: string) => Promise<void>;
  /** Why a literal address is blocked. Sockets look up names only, so literals are checked here. */
  readonly obstacle: (host: string) => ServiceError | null;
}

export function createAddressGuard(allow: readonly string[], resolve: Resolve = resolveBySystem): AddressGuard {
  const policy = createAddressPolicy(allow);
  const permittedAddresses = async (host: string) => {
    const addresses = await resolve(host).catch(dnsError);
    if (addresses.length === 0) throw refused('dns', 'The host name has no address.');
    // One non-public address makes the others suspicious too.
    if (!addresses.every((address) => policy.permits(host, address))) throw blockedAddress();
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const resolvePermitted = callbackify(permittedAddresses);
  const obstacle = (host: string): ServiceError | null =>
    isIP(host) !== 0 && !policy.permits(host, host) ? blockedAddress() : null;
  return {
    async admit(host) {
      const blocked = obstacle(host);
      if (blocked) throw blocked;
      if (isIP(host) === 0) await permittedAddresses(host);
    },
    lookup(host, options, callback) {
      resolvePermitted(host, (error, addresses) => {
        const [first] = addresses ?? [];
        if (options.all || !first) callback(error, addresses);
        else callback(null, first.address, first.family);
      });
    },
    obstacle,
  };
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

function blockedAddress(): ServiceError {
  // The error omits the resolved address, which would reveal the internal network.
  return refused(
    'blocked_address',
    'The address is not on the public Internet. Use a public one, or ask the operator to allow it in NETWORK_ALLOW.',
  );
}
