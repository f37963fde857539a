/**
 * A request on its way to the process that serves it and back, as HTTP over a socket that only the service can open.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import type { Identity } from '../../domain/identity/identity.ts';
import { isObject } from '../../platform/is-object.ts';

/** Who sends the request, verified by the API's process. */
const IDENTITY_HEADER = 'x-tidemill-identity';

/** Which of the requests in progress it is. */
export const ID_HEADER = 'x-tidemill-request';

/** Room for an identity with all of its roles beside the headers of the client. */
export const MAX_HEADER_BYTES = 1024 * 1024;

/** Headers of one connection (RFC 9110, section 7.6.1), and what each side says of its own message. */
const OF_CONNECTION = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'proxy-connection'];
/** Beside them: how the body was sent, which is now read, and credentials. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  ...OF_CONNECTION,
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'authorization',
  'proxy-authorization',
  'cookie',
  IDENTITY_HEADER,
  ID_HEADER,
]);
const NOT_RETURNED: ReadonlySet<string> = new Set([...OF_CONNECTION, 'date']);

/** `own` replaces what the client sent. */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  { subject, tenantId, roles, scopes }: Identity,
  own: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || NOT_FORWARDED.has(name) || named.has(name) ? [] : [[name, value]],
  );
  const identity = JSON.stringify({ subject, tenantId, roles, scopes: [...scopes] });
  return { ...Object.fromEntries(kept), ...own, [IDENTITY_HEADER]: Buffer.from(identity).toString('base64url') };
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

/** The headers of a response, for the client. */
export function returnedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_RETURNED.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
