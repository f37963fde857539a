import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedId } from '../../../domain/ids.ts';
import type { Answer, Client, Job } from '../../support/service/client.ts';
import { openGate } from '../../support/servers/gate.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { listRuns } from '../../support/service/temporal-cli.ts';

const pages = await servePages({
  'one.html': articlePage('One', 'The first page.'),
  'two.html': articlePage('Two', 'The second page.'),
  'three.html': articlePage('Three', 'The third page.'),
});
const system = await sharedSystem();
const { api } = system;

type Accepted = Answer<{ jobs: Job[] }>;

function submit(client: Client, key: string, sources: readonly string[]): Promise<Accepted> {
  const sent = { headers: { 'Idempotency-Key': key }, body: { sources } };
  return client.send<{ jobs: Job[] }>('POST', '/v1/parse/jobs', sent);
}

const idsOf = ({ body }: Accepted): string[] => body.jobs.map(({ job_id }) => job_id);
const isReplay = ({ headers }: Accepted): boolean => headers.get('idempotent-replayed') === 'true';

test('fifty concurrent requests with one key start one job', async () => {
  const client = await api.client();
  const answers = await Promise.all(Array.from({ length: 50 }, () => submit(client, 'k', [pages.url('one.html')])));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202]);
  assert.equal(new Set(answers.flatMap(idsOf)).size, 1);
  assert.equal(answers.filter(isReplay).length, 49);
  const [jobId = ''] = answers.flatMap(idsOf);
  await client.waitFor(jobId, 'succeeded');
  await listRuns(system, client.tenant, 1);

  const later = await submit(client, 'k', [pages.url('one.html')]);
  assert.deepEqual([later.status, idsOf(later), isReplay(later)], [202, [jobId], true]);
  const created = new Set([...answers, later].flatMap(({ body }) => body.jobs.map((job) => job.created_at)));
  assert.equal(created.size, 1, 'a replay is the first answer again');
  assert.equal(pages.requests.get('/one.html'), 1);
});

test('a key belongs to one request, of one tenant', async () => {
  const client = await api.client();
  const first = await submit(client, 'k', [pages.url('one.html')]);
  const sent = { headers: { 'Idempotency-Key': 'k' }, body: { sources: [pages.url('two.html')] } };
  const other = await client.send<{ detail: { loc: string[] }[] }>('POST', '/v1/parse/jobs', sent);
  assert.equal(other.status, 422);
  assert.deepEqual(
    other.body.detail.map(({ loc }) => loc),
    [['header', 'Idempotency-Key']],
  );
  const stranger = await submit(await api.client(), 'k', [pages.url('two.html')]);
  assert.equal(isReplay(stranger), false);
  assert.notDeepEqual(idsOf(stranger), idsOf(first));
});

test('a retry of a request whose API was killed halfway starts only the missing jobs', async () => {
  const client = await api.client();
  const sources = ['one.html', 'two.html', 'three.html'].map((name) => pages.url(name));
  const [first = '', ...others] = sources.map((_source, index) =>
    derivedId('job', [client.tenant, 'parse.jobs', 'half', index]),
  );
  const gate = await openGate(system.address, others);
  const doomed = await system.startApi({ TEMPORAL_ADDRESS: gate.address });
  const lost = submit(client.at(doomed.url), 'half', sources);
  const refused = assert.rejects(lost);
  await gate.shut;
  await doomed.process.kill();
  await refused;
  await client.status(first);
  const missing = await client.send('GET', `/v1/jobs/${others[0]}`);
  assert.equal(missing.status, 404, 'the request was cut off half-way');

  const repeated = await submit(client, 'half', sources);
  assert.deepEqual([repeated.status, idsOf(repeated), isReplay(repeated)], [202, [first, ...others], false]);
  for (const jobId of idsOf(repeated)) await client.waitFor(jobId, 'succeeded');
  await listRuns(system, client.tenant, 3);
  assert.ok(isReplay(await submit(client, 'half', sources)));
});
