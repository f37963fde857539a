/** The limits of a tenant, over HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { after, test } from 'node:test';
import { issueDevToken } from '../../api/identity/dev-tokens.ts';
import { Client } from '../support/service/client.ts';
import type { Answer, Job } from '../support/service/client.ts';
import { setting } from '../support/service/infrastructure.ts';
import { openSystem } from '../support/service/system.ts';
import { listRuns, temporalWorkflow } from '../support/service/temporal-cli.ts';
import { until } from '../support/until.ts';

interface Refusal {
  readonly code: string;
  readonly retry_after_seconds: number;
}

const system = openSystem();
const PAGE = 'http://127.0.0.1:9/never-fetched';

function fields({ headers }: Answer<unknown>): (string | null)[] {
  return [headers.get('RateLimit-Policy'), headers.get('RateLimit')];
}

test('a tenant that exceeds its rate gets Retry-After; others are not affected', async () => {
  const api = await system.startApi({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '20' });
  const client = await api.client();
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.send('GET', '/v1/parse/engines')));
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length >= 10, `${refused.length} of 40 were refused`);
  for (const answer of answers) {
    assert.equal(answer.headers.get('RateLimit-Policy'), '"tenant";q=20;w=20');
    assert.match(answer.headers.get('RateLimit') ?? '', /^"tenant";r=\d+;t=\d+$/);
  }
  const [last] = refused;
  assert.partialDeepStrictEqual(last?.body, { code: 'rate_limited', retry_after_seconds: 1 });
  assert.equal(last?.headers.get('Retry-After'), '1');
  assert.match(last?.headers.get('RateLimit') ?? '', /^"tenant";r=0;t=/);

  const other = await (await api.client()).send('GET', '/v1/parse/engines');
  assert.deepEqual([other.status, ...fields(other)], [200, '"tenant";q=20;w=20', '"tenant";r=19;t=1']);
  const denied = await (await api.client({ scopes: [] })).send('GET', '/v1/parse/engines');
  assert.deepEqual([denied.status, ...fields(denied)], [403, '"tenant";q=20;w=20', '"tenant";r=19;t=1']);
});

test('requests without a valid token are limited per address; probes and valid tokens are not', async () => {
  const api = await system.startApi({
    ANONYMOUS_RATE_LIMIT_PER_SECOND: '1',
    ANONYMOUS_RATE_LIMIT_BURST: '10',
    TRUSTED_PROXIES: '1',
  });
  const nobody = Client.anonymous(api.url);
  const ask = (path: string, address: string, headers = {}) =>
    nobody.send<Refusal>('GET', path, { headers: { 'X-Forwarded-For': address, ...headers } });

  const first = await ask('/v1/jobs', '203.0.113.1');
  assert.deepEqual([first.status, ...fields(first)], [401, '"address";q=10;w=10', '"address";r=9;t=1']);
  const paths = ['/v1/jobs', '/nothing/here', '/docs'];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_answer, index) =>
      ask(paths[index % paths.length] ?? '', `198.51.100.${index}, 203.0.113.1`, { Authorization: 'Bearer not-one' }),
    ),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  assert.ok(statuses.has(429));
  const refused = await ask('/v1/jobs', '203.0.113.1');
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('Retry-After')) >= 1);

  assert.equal((await ask('/v1/jobs', '203.0.113.2')).status, 401, 'another address');
  for (const path of ['/v1/health/live', '/metrics']) {
    const probe = await ask(path, '203.0.113.1');
    assert.deepEqual([probe.status, ...fields(probe)], [200, null, null]);
  }
  const known = await api.client();
  const sent = { headers: { 'X-Forwarded-For': '203.0.113.1' } };
  assert.equal((await known.send('GET', '/v1/parse/engines', sent)).status, 200, 'a tenant behind that address');

  const statusOf = async (address: string) => (await ask('/v1/jobs', address)).status;
  const network = await Promise.all(Array.from({ length: 30 }, (_status, host) => statusOf(`2001:db8:1:2::${host}`)));
  assert.ok(network.includes(429), 'addresses of one IPv6 network count together');
  assert.equal(await statusOf('2001:db8:1:3::1'), 401, 'another network');
});

test('a tenant with too many open jobs cannot start more; a repeated submission is still answered', async () => {
  const api = await system.startApi({ MAX_OPEN_JOBS_PER_TENANT: '5' });
  const client = await api.client();
  const submit = (sources: number, key?: string) =>
    client.send<{ jobs: Job[] } & Refusal>('POST', '/v1/parse/jobs', {
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      body: { sources: Array.from({ length: sources }, () => PAGE) },
    });

  const accepted = await submit(4, 'first');
  assert.equal(accepted.status, 202);
  const refused = await submit(2, 'second');
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_jobs']);
  assert.equal(refused.headers.get('Retry-After'), '10');
  assert.equal((await submit(2)).status, 429, 'without a key');
  assert.equal((await submit(6)).status, 429, 'more than a tenant may have');

  const replayed = await submit(4, 'first');
  assert.deepEqual([replayed.status, replayed.headers.get('Idempotent-Replayed')], [202, 'true']);
  assert.deepEqual(replayed.body.jobs, accepted.body.jobs);
  assert.equal((await submit(1)).status, 202, 'what fits is taken');
  assert.equal((await submit(1)).status, 429);
  assert.equal((await (await api.client()).submit([PAGE])).length, 1, 'another tenant');
  assert.equal((await listRuns(system, client.tenant, 5)).length, 5, 'nothing of what was refused was started');

  for (const { job_id } of accepted.body.jobs) await temporalWorkflow(system, 'terminate', '--workflow-id', job_id);
  await until('there is room again', async () => ((await submit(2, 'second')).status === 202 ? true : undefined));
});

test('an upload that takes too long is cut off', async () => {
  const api = await system.startApi({
    HEADERS_TIMEOUT_MS: '300',
    REQUEST_TIMEOUT_MS: '400',
    CONNECTION_CHECK_MS: '50',
  });
  const { token } = await issueDevToken(setting('DEV_AUTH_SECRET'), {
    subject: 'slow',
    tenantId: 'slow',
    roles: [],
    scopes: ['storage:write'],
    lifetimeSeconds: 3600,
  });
  const socket = createConnection(Number(new URL(api.url).port), '127.0.0.1');
  after(() => socket.destroy());
  socket.write(
    [
      'POST /v1/storage/files HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 100000\r\n',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      'Content-Type: text/plain\r\n',
      'the beginning of',
    ].join('\r\n'),
  );
  const [answer] = await once(socket.setEncoding('utf8'), 'data');
  assert.match(String(answer), /^HTTP\/1.1 408 .*"code":"request_timeout"/s);
  await until('the request has ended', async () => {
    const figures = await (await fetch(`${api.url}/metrics`)).text();
    return figures.includes('tidemill_http_requests_total{method="POST",route="/v1/storage/files"') || undefined;
  });
});

test('concurrent submissions do not exceed the limit together', async () => {
  const api = await system.startApi({ MAX_OPEN_JOBS_PER_TENANT: '10' });
  const client = await api.client();
  const sent = { body: { sources: [PAGE] } };
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.send('POST', '/v1/parse/jobs', sent)));
  assert.equal(answers.filter(({ status }) => status === 202).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 30);
  await listRuns(system, client.tenant, 10);
});
