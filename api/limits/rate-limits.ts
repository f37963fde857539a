/** How many requests a tenant, or an address without a token, may send: 429 beyond that. */
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import type { Config } from '../../domain/settings.ts';
import { ServiceError } from '../../errors/index.ts';
import { TokenBuckets } from './token-buckets.ts';
import type { Quota } from './token-buckets.ts';

/** Each key is about 100 bytes. */
const MAX_KEYS = 100_000;

/** Prefix of an IPv6 network, all of whose addresses belong to one customer. */
const IPV6_PREFIX_BYTES = 8;

/**
 * Both functions count a request, add `RateLimit` and `RateLimit-Policy` to its response
 * (draft-ietf-httpapi-ratelimit-headers-10), and throw `rate_limited` when it is one too many. The limits apply per
 * process.
 */
export interface RateLimits {
  admitTenant(ctx: Context, tenantId: string): void;
  /** For requests without a valid token. */
  admitAddress(ctx: Context): void;
}

export function createRateLimits({ tenantRate, anonymousRate }: Config['limits']): RateLimits {
  const admitTenant = limiter('tenant', 'This tenant', tenantRate);
  const admitAddress = limiter('address', 'This address', anonymousRate);
  return { admitTenant, admitAddress: (ctx) => admitAddress(ctx, addressKey(ctx.ip)) };
}

function limiter(policy: string, who: string, quota: Quota): (ctx: Context, key: string) => void {
  const buckets = new TokenBuckets(quota, MAX_KEYS);
  const windowSeconds = Math.ceil(quota.burst / quota.perSecond);
  return (ctx, key) => {
    const { allowed, remaining, nextInMs, fullInMs } = buckets.take(key, performance.now());
    ctx.set('RateLimit-Policy', `"${policy}";q=${quota.burst};w=${windowSeconds}`);
    ctx.set('RateLimit', `"${policy}";r=${remaining};t=${Math.ceil(fullInMs / 1000)}`);
    if (allowed) return;
    const message = `${who} may send ${quota.perSecond} requests per second, with bursts of up to ${quota.burst}.`;
    throw new ServiceError('rate_limited', message, { retry_after_seconds: Math.max(1, Math.ceil(nextInMs / 1000)) });
  };
}

/** One key for all addresses available to one client. */
function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : Buffer.from(parsed.toByteArray().slice(0, IPV6_PREFIX_BYTES)).toString('hex');
}
