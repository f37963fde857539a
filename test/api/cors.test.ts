import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPOSED_HEADERS } from '../../api/cors.ts';
import document from '../../openapi.json' with { type: 'json' };
import { dereferenced } from '../support/openapi.ts';
import { openSystem, sharedSystem } from '../support/service/system.ts';

const contract = dereferenced(document, document) as typeof document;

const ORIGIN = 'https://app.example.com';
const [open, { api: closed }] = await Promise.all([
  openSystem().startApi({ CORS_ALLOWED_ORIGINS: `https://other.example.com, ${ORIGIN}` }),
  sharedSystem(),
]);

const preflight = (url: string, origin: string) =>
  fetch(`${url}/v1/parse/jobs`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  });
const corsHeaders = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

test('a preflight request of a listed origin needs no token', async () => {
  const { status, headers } = await preflight(open.url, ORIGIN);
  assert.equal(status, 204);
  assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
  assert.equal(headers.get('access-control-allow-headers'), 'authorization,content-type,idempotency-key');
  assert.equal(headers.get('access-control-allow-credentials'), null);
  assert.match(headers.get('vary') ?? '', /Origin/);
  const methods = new Set(headers.get('access-control-allow-methods')?.split(','));
  for (const method of Object.values(contract.paths).flatMap((path) => Object.keys(path))) {
    assert.ok(methods.has(method.toUpperCase()), method);
  }
});

test('a listed origin can read every response, with the headers of the contract', async () => {
  const named = Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.values(responses as Record<string, { headers?: object }>))
    .flatMap(({ headers = {} }) => Object.keys(headers));
  assert.deepEqual(
    [...new Set(named)].filter((name) => !EXPOSED_HEADERS.includes(name)),
    [],
  );
  for (const [path, wanted] of [
    ['/v1/health/live', 200],
    ['/v1/jobs', 401],
    ['/v1/nothing', 404],
  ] as const) {
    const { status, headers } = await fetch(`${open.url}${path}`, { headers: { Origin: ORIGIN } });
    assert.equal(status, wanted);
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN, path);
    assert.equal(headers.get('access-control-expose-headers'), EXPOSED_HEADERS.join(','), path);
    assert.match(headers.get('vary') ?? '', /Origin/);
  }
});

test('no other origin is allowed', async () => {
  for (const origin of ['https://app.example.com.evil.test', 'https://evil.test', 'http://app.example.com', 'null']) {
    const refused = await preflight(open.url, origin);
    assert.deepEqual([refused.status, corsHeaders(refused)], [405, []], origin);
    const answer = await fetch(`${open.url}/v1/health/live`, { headers: { Origin: origin } });
    assert.deepEqual(corsHeaders(answer), [], origin);
    assert.match(answer.headers.get('vary') ?? '', /Origin/, 'caches must not take it for the answer to others');
  }
});

test('without the setting, no origin is allowed', async () => {
  const answer = await preflight(closed.url, ORIGIN);
  assert.deepEqual([answer.status, corsHeaders(answer), answer.headers.get('vary')], [405, [], null]);
});
