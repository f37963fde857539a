import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv6 addresses given out for the public Internet. All else (mapped, compatible, NAT64, unique-local, …) lies outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Answers that cloud providers give to their own guests under addresses that look public. */
const PROVIDER_SERVICES = ['168.63.129.16'];

const LOOPBACK = ['127.0.0.1', '::1'];

/** Decides which addresses an outbound request may connect to. */
export interface AddressPolicy {
  /** `host` is the name or literal the request was made to, as the URL parser spells it; `address` what it resolved to. */
  permits(host: string, address: string): boolean;
}

/**
 * Public addresses, and what `allow` opens besides: addresses (`127.0.0.1`), CIDR ranges (`10.1.0.0/16`) and exact host
 * names (`store.internal`), the last whatever they resolve to. Throws when an entry is none of these.
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const hosts = new Set<string>();
  const ranges: [Address, number][] = [];
  for (const entry of allow) {
    const range = parseRange(entry);
    // The parser of host names stops at these, and would read a misspelt range as one host.
    const host = /[/\\?#:@]/.test(entry) ? '' : normalHost(entry);
    if (range) ranges.push(range);
    else if (/^[a-z\d._-]+$/.test(host)) hosts.add(host);
    else throw new Error(`"${entry}" is no address, CIDR range or host name that could be allowed.`);
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
 * Whether a URL leads, without a name server being asked, where the policy permits nothing: to an address, or to this machine
 * by a name of its own (RFC 6761, section 6.3). What other names lead to is seen when they are connected to.
 */
export function isPlainlyBlocked(policy: AddressPolicy, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? (/(?:^|\.)localhost\.?$/.test(host) ? LOOPBACK : []) : [host];
  return addresses.length > 0 && !addresses.some((address) => policy.permits(host, address));
}

/** An address alone is the range of itself. */
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

/** Reads strict spellings only, as resolvers give them; an IPv4 address inside IPv6 (`::ffff:a.b.c.d`) is taken out. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !PROVIDER_SERVICES.includes(address.toString());
}

/** Lower-case ASCII without the trailing dot; empty when it cannot be a host name. */
function normalHost(host: string): string {
  return domainToASCII(host.replace(/\.$/, ''));
}
