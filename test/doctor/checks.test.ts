/** Checks whose subject is played by a server of the test. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { after, test } from 'node:test';
import type { AuthConfig } from '../../platform/config/auth.ts';
import { checkIdentityProvider } from '../../doctor/identity-provider.ts';
import { checkObjects } from '../../doctor/objects.ts';
import { Report, ok } from '../../doctor/report.ts';
import { listenOnLoopback } from '../support/servers/loopback-server.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  after(() => server.close());
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

/** The lines that checks tell. */
async function linesOf(run: (report: Report) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  await run(new Report((line) => lines.push(line)));
  return lines.join('\n');
}

test('a check that hangs or throws fails with its fix', async () => {
  const lines = await linesOf(async (report) => {
    assert.equal(await report.check('silent', 'wake it.', () => new Promise(() => undefined), 10), false);
    const reason = new Error('outside', { cause: new Error('a paragraph\n\nthe end') });
    assert.equal(await report.check('broken', 'mend it.', () => Promise.reject(reason)), false);
    assert.equal(await report.check('fine', 'nothing.', () => ok('3 ms')), true);
    assert.equal(report.failures, 2);
  });
  assert.match(lines, /^fail {2}silent +No response within 0.01 s\.\n {6}Fix: wake it\.$/m);
  assert.match(lines, /^fail {2}broken +the end\n {6}Fix: mend it\.$/m);
  assert.match(lines, /^ok {4}fine +3 ms$/m);
});

test('a store whose clock is an hour behind fails', async () => {
  const endpoint = await serve((_request, response) => {
    response.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString()).end();
  });
  const where = { endpoint, publicEndpoint: endpoint, region: 'none', bucket: 'none' };
  const lines = await linesOf((report) => checkObjects(report, { ...where, accessKeyId: 'a', secretAccessKey: 'b' }));
  assert.match(lines, /^fail {2}s3 +responds at \S+, clock differs by 36\d\d s\n {6}Fix: .*NTP/);
});

test('an identity provider is asked for what the mode needs', async () => {
  const keys: object[] = [{ kty: 'RSA' }, { kty: 'EC' }];
  const origin = await serve((request, response) => {
    const authorization = `Basic ${Buffer.from('client:se%20cret').toString('base64')}`;
    const answers: Readonly<Record<string, object>> = {
      '/realm/.well-known/openid-configuration': {
        issuer: `${origin}/realm`,
        jwks_uri: `${origin}/keys`,
        introspection_endpoint: `${origin}/introspect`,
      },
      '/other/.well-known/openid-configuration': { issuer: `${origin}/realm` },
      '/keys': { keys },
      ...(request.headers.authorization === authorization && { '/introspect': { active: false } }),
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 401).end(JSON.stringify(answer ?? {}));
  });
  const claims = { subject: 'sub', tenant: 'tenant_id', roles: 'roles' };
  const provider = { issuer: `${origin}/realm`, audience: 'tidemill', clockSkewSeconds: 30, cacheSeconds: 30, claims };
  const check = (auth: AuthConfig) => linesOf((report) => checkIdentityProvider(report, auth));

  const jwks = { ...provider, mode: 'jwks', jwksUrl: null, algorithms: ['RS256'] } as const;
  assert.match(
    await check(jwks),
    /^ok {4}identity provider +\S+\/realm responds\nok {4}identity provider keys +2 at \S+\/keys$/,
  );
  assert.match(
    await check({ ...jwks, issuer: `${origin}/other` }),
    /^fail {2}identity provider +its issuer is \S+\/realm\n {6}Fix: /,
  );
  keys.length = 0;
  assert.match(await check({ ...jwks, jwksUrl: `${origin}/keys` }), /^fail {2}identity provider keys .*has none\n/);

  const client = { clientId: 'client', clientSecret: 'se cret' };
  const introspection = { ...provider, ...client, mode: 'introspection', introspectionUrl: null } as const;
  assert.match(await check(introspection), /^ok {4}identity introspection +\S+\/introspect responds$/m);
  const refused = await check({ ...introspection, clientSecret: 'wrong' });
  assert.match(refused, /^fail {2}identity introspection .* returned 401\.\n {6}Fix: .*AUTH_CLIENT_SECRET/m);
});
