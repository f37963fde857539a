/** Decides which IP addresses outbound requests may reach. */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * IPv6 addresses assigned to the public Internet. All others (mapped, compatible, NAT64, unique-local, …) are
 * outside.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Services of cloud providers for their own guests, under addresses that look public. */
const PROVIDER_SERVICES = ['168.63.129.16'];

const LOOPBACK = ['127.0.0.1', '::1'];

/** Decides which addresses an outbound request may connect to. */
export interface AddressPolicy {
  /** `host` is the requested name or literal, as the URL parser spells it; `address` is what it resolved to. */
  permits(host: string, address: string): boolean;
}

/**
 * Permits public addresses and those in `allow`: addresses (`127.0.0.1`), CIDR ranges (`10.1.0.0/16`) and exact host
 * names (`store.internal`), whatever these resolve to. Throws on an invalid entry.
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const hosts = new Set<string>();
  const ranges: [Address, number][] = [];
  for (const entry of allow) {
    const range = parseRange(entry);
    // The host name parser stops at these characters and would read a misspelt range as a host.
    const host = /[/\\?#:@]/.test(entry) ? '' : normalHost(entry);
    if (range) ranges.push(range);
    else if (/^[a-z\d._-]+$/.test(host)) hosts.add(host);
    else throw new Error(`"${entry}" is not an address, CIDR range or host name that can be allowed.`);
  }
  return {
    permits(host, text) {
      if (hosts.has(normalHost(host))) return true;
      const address = parseAddress(text);
      if (address === null) return false;
      return isPublic(address) || ranges.some(([range, bits]) => contains(range, bits, address));
    },
  };
}

/**
 * Whether a URL is blocked without a DNS lookup: it names a blocked address, or this machine by a localhost name (RFC
 * 6761, section 6.3). Other names are checked when they are connected to.
 */
export function isPlainlyBlocked(policy: AddressPolicy, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? (/(?:^|\.)localhost\.?$/.test(host) ? LOOPBACK : []) : [host];
  return addresses.length > 0 && !addresses.some((address) => policy.permits(host, address));
}

/** A single address is a range of one. */
function parseRange(entry: string): [Address, number] | null {
  const [, text = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const address = parseAddress(text);
  if (address === null) return null;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const bits = Number(prefix ?? width);
  return bits <= width ? [address, bits] : null;
}

function contains(range: Address, bits: number, address: Address): boolean {
  return range.kind() === address.kind() && address.match(range, bits);
}

/** Accepts only strict spellings, as resolvers return them; an IPv4-mapped address (`::ffff:a.b.c.d`) becomes IPv4. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !PROVIDER_SERVICES.includes(address.toString());
}

/** Lower-case ASCII without the trailing dot; empty when it is not a valid host name. */
function normalHost(host: string): string {
  return domainToASCII(host.replace(/\.$/, ''));
}
