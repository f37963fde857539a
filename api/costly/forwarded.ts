/** A request on its way to the process that serves it, as HTTP over a socket that only the service can open. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import type { Identity } from '../../domain/identity/identity.ts';
import { isObject } from '../../platform/is-object.ts';

/** Who sends the request, verified by the API's process. */
const IDENTITY_HEADER = 'x-tidemill-identity';

/** Room for an identity with all of its roles beside the headers of the client. */
export const MAX_HEADER_BYTES = 1024 * 1024;

/** Of the client's headers, those that say how the body was sent, and its credentials. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['authorization', 'connection', 'content-encoding', 'content-length', 'expect', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'proxy-connection', IDENTITY_HEADER],
]);

/** `own` replaces what the client sent. */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  { scopes, ...identity }: Identity,
  own: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || LEFT_OUT.has(name) ? [] : [[name, value]],
  );
  const text = JSON.stringify({ ...identity, scopes: [...scopes] });
  return { ...Object.fromEntries(kept), ...own, [IDENTITY_HEADER]: Buffer.from(text).toString('base64url') };
}

/** Who sent a request that was forwarded. */
export function forwardedIdentity(ctx: Context): Identity {
  const found: unknown = JSON.parse(Buffer.from(ctx.get(IDENTITY_HEADER), 'base64url').toString());
  if (!isObject(found)) throw new TypeError('a forwarded request has an identity');
  const { subject, tenantId, roles, scopes } = found;
  if (typeof subject !== 'string' || typeof tenantId !== 'string') throw new TypeError('an identity has a tenant');
  return { subject, tenantId, roles: texts(roles), scopes: new Set(texts(scopes)) };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
