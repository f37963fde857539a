/** Cross-origin requests of browsers: answered for the origins of the settings, and for none without them. */
import cors from '@koa/cors';
import type { Context } from 'koa';

/** What scripts may read beside the body; a test holds it to the headers of the contract. */
export const EXPOSED_HEADERS: readonly string[] = [
  'Location',
  'Content-Location',
  'Preference-Applied',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'X-Request-Id',
  'traceparent',
  'Allow',
  'WWW-Authenticate',
];

/** How long a browser may remember a preflight: a change of the settings is felt after that. */
const MAX_AGE_SECONDS = 600;

/**
 * Answers preflights, which carry no token, and lets scripts of the listed origins read every answer. Tokens travel in
 * a header, so cookies are never allowed.
 */
export function allowOrigins(origins: readonly string[]) {
  return cors({
    // An empty origin leaves the answer without the headers, and a preflight to the router.
    origin: (ctx: Context) => origins.find((origin) => origin === ctx.get('Origin')) ?? '',
    exposeHeaders: [...EXPOSED_HEADERS],
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    maxAge: MAX_AGE_SECONDS,
  });
}
