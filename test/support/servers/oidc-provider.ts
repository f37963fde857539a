import { createServer } from 'node:http';
import { after } from 'node:test';
import { Provider } from 'oidc-provider';
import { exportJWK, generateKeyPair } from 'jose';
import { ALL_SCOPES } from '../../../domain/identity/scopes.ts';
import { listenOnLoopback } from './loopback-server.ts';

/** Audience of tokens that are JWTs. */
export const JWT_AUDIENCE = 'https://tidemill.example/jwt';
/** Audience of tokens that only the provider can read. */
export const OPAQUE_AUDIENCE = 'https://tidemill.example/opaque';

/** The service's own credentials; both need to be encoded before they are sent. */
export const SERVICE = { clientId: 'tidemill api', clientSecret: 'p%ss+w:rd &=/~ long-enough-for-a-secret' };
const CALLER = { id: 'caller', secret: 'a-secret-of-the-caller' };

export interface OidcProvider {
  readonly issuer: string;
  /** A token by client credentials, for an audience. */
  token(audience: string, scope: string): Promise<string>;
  revoke(token: string): Promise<void>;
}

/** A real OpenID provider on loopback, until the tests of the file have ended. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const client = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };
  const provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: CALLER.id, client_secret: CALLER.secret },
      { ...client, client_id: SERVICE.clientId, client_secret: SERVICE.clientSecret },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['unused'] },
    scopes: [...ALL_SCOPES],
    extraTokenClaims: () => ({ tenant_id: 'acme', realm_access: { roles: ['analyst', 'editor'] } }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, audience) => ({
          scope: ALL_SCOPES.join(' '),
          audience,
          accessTokenTTL: 300,
          accessTokenFormat: audience === JWT_AUDIENCE ? 'jwt' : 'opaque',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  server.on('request', (request, response) => void provider.callback()(request, response));

  const post = async (path: string, fields: Record<string, string>): Promise<Response> => {
    const authorization = `Basic ${Buffer.from(`${CALLER.id}:${CALLER.secret}`).toString('base64')}`;
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${issuer}${path}`, { method: 'POST', headers: { authorization }, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    issuer,
    token: async (resource, scope) => {
      const answer = await post('/token', { grant_type: 'client_credentials', resource, scope });
      const { access_token } = (await answer.json()) as { access_token: string };
      return access_token;
    },
    revoke: async (token) => void (await post('/token/revocation', { token })),
  };
}
