import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../domain/ids.ts';
import { Client } from '../support/service/client.ts';
import { openSystem } from '../support/service/system.ts';

const system = openSystem({ MAX_BODY_BYTES: '2048' });
const api = await system.startApi();
const client = await api.client();
const anonymous = Client.anonymous(api.url);

interface Issues {
  readonly detail: readonly {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
    readonly type: string;
  }[];
}

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly instance: string;
  readonly trace_id: string;
}

const submit = (body: unknown, headers: Record<string, string> = {}) =>
  client.send<Issues & Problem>('POST', '/v1/parse/jobs', { body, headers });
const json = { 'Content-Type': 'application/json' };

test('every error in a request is reported', async () => {
  const { status, body } = await submit(
    {
      sources: ['ftp://example.com/a', 7, 'https://user:pass@example.com/'],
      engine_id: 'none',
      priority: 11,
      scenes: 1,
    },
    { 'Idempotency-Key': 'with space' },
  );
  assert.equal(status, 422);
  const places = body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
  for (const place of [
    'header.Idempotency-Key pattern',
    'body.sources.0 pattern',
    'body.sources.1 type',
    'body.engine_id enum',
    'body.priority maximum',
    'body.scenes unknown_member',
  ]) {
    assert.ok(places.includes(place), `${place} is not among ${places.join(', ')}`);
  }
  for (const { msg } of body.detail) assert.ok(msg);
});

test('errors of a source that only the service can detect are reported with their path', async () => {
  const foreign = `s3://other/${newId('obj')}`;
  const { status, body } = await submit({ sources: ['https://user:pass@example.com/', foreign] });
  assert.equal(status, 422);
  assert.deepEqual(
    body.detail.map(({ loc }) => loc),
    [
      ['body', 'sources', 0],
      ['body', 'sources', 1],
    ],
  );
});

test('bodies of the wrong shape are refused', async () => {
  for (const body of ['[]', 'null', '7', '"text"', '{}', '{"sources":[]}', '{"sources":"a"}']) {
    const answer = await submit(body, json);
    assert.equal(answer.status, 422, body);
    assert.equal(answer.body.detail[0]?.loc[0], 'body');
  }
  const none = await client.send<Issues>('POST', '/v1/parse/jobs');
  assert.deepEqual([none.status, none.body.detail[0]?.loc], [422, ['body']]);
});

test('parameters are checked like bodies', async () => {
  const { status, body } = await client.send<Issues>('GET', '/v1/jobs?limit=0&state=lost&created_after=today&stat=x');
  assert.equal(status, 422);
  assert.deepEqual(body.detail.map(({ loc }) => loc.join('.')).sort(), [
    'query.created_after',
    'query.limit',
    'query.stat',
    'query.state',
  ]);
});

/** A request and the problem it gets. */
const problems: Readonly<Record<string, readonly [number, string, () => ReturnType<typeof submit>]>> = {
  'malformed JSON': [400, 'malformed_json', () => submit('{"sources": [', json)],
  'another media type': [415, 'unsupported_media_type', () => submit('sources=a', { 'Content-Type': 'text/plain' })],
  'a body that is too large': [413, 'too_large', () => submit({ sources: ['https://example.com/'.padEnd(4000, 'a')] })],
  'an unknown path': [404, 'not_found', () => client.send('GET', '/v1/nothing')],
  'another method': [405, 'method_not_allowed', () => client.send('DELETE', '/v1/jobs')],
};

for (const [what, [status, code, send]] of Object.entries(problems)) {
  test(`${what} is a problem: ${status} ${code}`, async () => {
    const answer = await send();
    assert.deepEqual([answer.status, answer.body.status, answer.body.code], [status, status, code]);
    assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json');
    assert.equal(answer.body.type, `/docs/errors#${code}`);
    assert.match(answer.body.instance, /^\/v1\//);
    assert.match(answer.body.trace_id, /^[0-9a-f]{32}$/);
    assert.ok(answer.body.title && answer.body.detail);
  });
}

test('a file that the page of the contract does not have is not found, whatever its name', async () => {
  for (const name of ['nothing', 'constructor', '__proto__']) {
    const answer = await client.send<Problem>('GET', `/docs/${name}`);
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], name);
  }
});

test('the error for a body that is too large names the limit and its setting', async () => {
  const { body } = await submit({ sources: ['https://example.com/'.padEnd(4000, 'a')] });
  assert.match(String(body.detail), /^A JSON body may have at most 2048 bytes here \(MAX_BODY_BYTES\)\. /);
});

test('the error for a wrong method lists the allowed ones', async () => {
  const answer = await client.send('DELETE', '/v1/jobs');
  assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD']);
  const other = await client.send('PUT', '/v1/parse/jobs');
  assert.deepEqual([other.status, other.headers.get('allow')], [405, 'POST']);
});

test('a request keeps its identifier and continues its trace', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  for (const path of ['/v1/jobs', '/v1/nothing', '/v1/health/live', '/openapi.json']) {
    const { headers } = await client.send('GET', path, { headers: { 'X-Request-Id': 'abc-1', traceparent } });
    assert.equal(headers.get('x-request-id'), 'abc-1', path);
    const [, continued, span] = headers.get('traceparent')?.split('-') ?? [];
    assert.equal(continued, traceId, path);
    assert.notEqual(span, '00f067aa0ba902b7', path);
  }
  const job = await client.submit(['https://example.com/'], {}, { traceparent });
  assert.equal((await client.status(job[0]?.job_id ?? '')).trace.trace_id, traceId);
});

test('identifiers that cannot be trusted are replaced', async () => {
  const sent = { headers: { 'X-Request-Id': 'a b;c', traceparent: 'nonsense' } };
  const { headers } = await anonymous.send('GET', '/v1/health/live', sent);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.match(headers.get('traceparent') ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
});

test('the contract and its documentation load nothing from elsewhere', async () => {
  const contract = await anonymous.send<{ openapi: string }>('GET', '/openapi.json');
  assert.deepEqual([contract.status, contract.body.openapi], [200, '3.1.0']);
  const page = await anonymous.send<string>('GET', '/docs');
  assert.equal(page.status, 200);
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  assert.ok(assets.length >= 3);
  for (const asset of assets) {
    assert.match(asset, /^\/docs\//);
    assert.equal((await anonymous.send('GET', asset)).status, 200, asset);
  }
  const errors = await anonymous.send<string>('GET', '/docs/errors');
  assert.match(errors.body, /^## sync_timeout$/m);
  for (const path of ['/docs/..%2fpackage.json', '/docs/package.json']) {
    assert.equal((await anonymous.send('GET', path)).status, 404, path);
  }
});

test('a path that also matches a parameterized one allows only its own methods', async () => {
  const { status, headers } = await client.send('OPTIONS', '/v1/jobs/cancel');
  assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
});

test('a path has exactly one spelling', async () => {
  for (const path of [
    '/V1/Jobs',
    '/v1/jobs/',
    '/v1/Health/live',
    '/v1/health/live/',
    '/Docs',
    '/docs/',
    '/OpenAPI.json',
  ]) {
    assert.equal((await client.send('GET', path)).status, 404, path);
  }
});
