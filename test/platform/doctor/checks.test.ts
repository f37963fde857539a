/** Checks whose subject is played by a server of the test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { after, test } from 'node:test';
import { checkIdentityProvider } from '../../../platform/doctor/identity-provider.ts';
import { checkObjects } from '../../../platform/doctor/objects.ts';
import { Report, ok } from '../../../platform/doctor/report.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}`;
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
  assert.match(lines, /^fail {2}silent +No answer within 0.01 s\.\n {6}Fix: wake it\.$/m);
  assert.match(lines, /^fail {2}broken +the end\n {6}Fix: mend it\.$/m);
  assert.match(lines, /^ok {4}fine +3 ms$/m);
});

test('a store whose clock is an hour behind fails', async () => {
  const endpoint = await serve((_request, response) => {
    response.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString()).end();
  });
  const where = { endpoint, publicEndpoint: endpoint, region: 'none', bucket: 'none' };
  const lines = await linesOf((report) => checkObjects(report, { ...where, accessKeyId: 'a', secretAccessKey: 'b' }));
  assert.match(lines, /^fail {2}s3 +answers at \S+, its clock differs by 36\d\d s\n {6}Fix: .*NTP/);
});

test('an identity provider is asked for its discovery document and its keys', async () => {
  const keys: object[] = [{ kty: 'RSA' }, { kty: 'EC' }];
  const issuer = await serve((request, response) => {
    const isDiscovery = request.url === '/realm/.well-known/openid-configuration';
    const document = isDiscovery ? { jwks_uri: `http://${request.headers.host}/keys` } : { keys };
    response.end(JSON.stringify(document));
  });
  const env = { SERVICE_AUTH_MODE: 'jwks', AUTH_ISSUER: `${issuer}/realm` };
  const lines = await linesOf((report) => checkIdentityProvider(report, env));
  assert.match(lines, /^ok {4}identity provider +\S+\/realm answers\nok {4}identity provider keys +2 at \S+\/keys$/);

  keys.length = 0;
  const empty = await linesOf((report) => checkIdentityProvider(report, env));
  assert.match(empty, /^fail {2}identity provider keys +\S+ holds no keys\.\n {6}Fix: /m);
});
