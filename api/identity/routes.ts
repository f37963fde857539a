import { Type } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { problemAnswer } from '../contract/problems.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { List, Named, Text, Timestamp, Whole, Word } from '../contract/schema.ts';
import { issueDevToken } from './dev-tokens.ts';
import { ALL_SCOPES } from '../../domain/identity/scopes.ts';

const DevTokenRequest = Named('DevTokenRequest', 'Identity of the token. All members have defaults.', {
  subject: Type.Optional(
    Text('Subject of the token. Default `developer`.', 'developer', { minLength: 1, maxLength: 200 }),
  ),
  tenant: Type.Optional(Text('Tenant of the token. Default `dev`.', 'dev', { minLength: 1, maxLength: 100 })),
  roles: Type.Optional(
    List(Text('Role key.', 'analyst', { maxLength: 100 }), 'Roles. Default: none.', { maxItems: 100 }),
  ),
  scopes: Type.Optional(
    List(Word(ALL_SCOPES, 'Scope.'), 'Scopes. Default: all.', {
      maxItems: 100,
      examples: [['parse:read', 'parse:write']],
    }),
  ),
  lifetime_seconds: Type.Optional(Whole('Lifetime. Default 86400.', 86_400, { minimum: 1, maximum: 30 * 86_400 })),
});

const DevToken = Named('DevToken', 'A development token.', {
  access_token: Text('The token, for `Authorization: Bearer …`.', 'eyJhbGciOiJIUzI1NiIs…'),
  token_type: Word(['Bearer'], 'Always `Bearer`.'),
  expires_in: Whole('Lifetime in seconds.', 86_400),
  expires_at: Timestamp('When it expires.'),
  scope: Text('Scopes, separated by spaces.', 'parse:read parse:write'),
  subject: Text('Its subject.', 'developer'),
  tenant: Text('Its tenant.', 'dev'),
  roles: List(Text('Role key.', 'analyst'), 'Its roles.'),
  swagger_authorize_value: Text('Paste this into the Authorize dialog of `/docs`.', 'eyJhbGciOiJIUzI1NiIs…'),
});

const issueToken = defineRoute({
  method: 'POST',
  path: '/v1/dev/auth/token',
  operationId: 'issueDevToken',
  tag: 'Dev Auth',
  summary: 'Issue a development token',
  description:
    'Exists only in development authentication mode (`SERVICE_AUTH_MODE=dev`); in any other mode the answer is 404.',
  scope: 'public',
  cost: 'few_rows',
  body: DevTokenRequest,
  examples: {
    default: { summary: 'All scopes, for a day', value: {} },
    person: { summary: 'A person with a role', value: { subject: 'alice', tenant: 'acme', roles: ['analyst'] } },
    reader: { summary: 'Read-only, for an hour', value: { scopes: ['parse:read'], lifetime_seconds: 3600 } },
  },
  bodyOptional: true,
  responses: {
    200: { description: 'A token.', schema: DevToken },
    404: problemAnswer('The service is not in development mode.', ['not_found']),
  },
  handler: async ({ body }, { config: { auth } }) => {
    if (auth.mode !== 'dev') throw new ServiceError('not_found', 'The service is not in development mode.');
    const grant = {
      subject: body.subject ?? 'developer',
      tenantId: body.tenant ?? 'dev',
      roles: body.roles ?? [],
      scopes: body.scopes ?? ALL_SCOPES,
      lifetimeSeconds: body.lifetime_seconds ?? 86_400,
    };
    const { token, expiresAt } = await issueDevToken(auth.devSecret, grant);
    const answer = {
      access_token: token,
      token_type: 'Bearer' as const,
      expires_in: grant.lifetimeSeconds,
      expires_at: expiresAt.toISOString(),
      scope: grant.scopes.join(' '),
      subject: grant.subject,
      tenant: grant.tenantId,
      roles: [...grant.roles],
      swagger_authorize_value: token,
    };
    return reply(200, answer, { 'Cache-Control': 'no-store' });
  },
});

/** Routes of development mode alone. */
export const devRoutes: readonly Route[] = [issueToken];
