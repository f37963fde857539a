import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { derivedId } from '../../../domain/ids.ts';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import type { Client } from '../../support/service/client.ts';
import type { Page } from '../../support/servers/page-server.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import type { ParentResult } from '../../support/jobs/parent-workflows.ts';
import { openParents } from '../../support/jobs/parents.ts';
import { openSystem } from '../../support/service/system.ts';
import { forget, showHistory, temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const page = articlePage('Page', 'It has words.');
/** Requests that are held until the test lets them go, by page. */
const held = new Map<string, ServerResponse>();
/** Pages that are currently missing. */
const missing = new Set<string>();
const answer: Page = (request, response) => {
  const name = request.url?.slice(1) ?? '';
  if (name.startsWith('held')) held.set(name, response);
  else if (missing.has(name)) response.writeHead(404).end();
  else response.setHeader('Content-Type', 'text/html').end(page);
};
const NAMES = ['one', 'two', 'three', 'late', 'held-a', 'held-b', 'held-c', 'held-d', 'held-e', 'held-f', 'held-g'];
const pages = await servePages(Object.fromEntries(NAMES.map((name) => [name, answer])));
const asked = (name: string) => until(`${name} is asked for`, async () => held.get(name));
const letGo = async (name: string): Promise<void> => {
  (await asked(name)).setHeader('Content-Type', 'text/html').end(page);
};
/** Children that parse the pages, by page name. */
const of = (...names: string[]) => Object.fromEntries(names.map((name) => [name, pages.url(name)]));
const requests = (name: string): number => pages.requests.get(`/${name}`) ?? 0;

const receiver = await openReceiver({});
const system = openSystem({ MAX_RUNNING_JOBS_PER_TENANT: '1' });
const [api] = await Promise.all([
  system.startApi(),
  system.startWorker({ WORKER_PROFILES: 'parse,storage,webhook', CONVERTERS: '2' }),
]);
const parents = await openParents(system);

const childrenOf = (client: Client, jobId: string) =>
  client.send<{ items: { job_id: string; state: string }[] }>('GET', `/v1/jobs?parent=${jobId}`);
const resultOf = (jobId: string): Promise<ParentResult> => parents.client.workflow.getHandle(jobId).result();
const NONE = { queued: 0, running: 0, cancelling: 0, succeeded: 0, failed: 0, cancelled: 0 };

test('a job starts child jobs with its own keys, sees how each ended, and shows them', async () => {
  const client = await api.client();
  missing.add('late');
  const webhook = {
    url: receiver.url('hook'),
    secret_ref: null,
    event_types: ['job.started', 'job.succeeded'] as const,
    headers: {},
    links: { self: '/self', result: '/result' },
    policy: { retry_delays_ms: [], timeout_ms: 5000 },
  };
  const envelope = { subject: 'owner', roles: ['reader'], purpose: 'research', priority: 7 };
  const jobId = await parents.start({ tenant: client.tenant, children: of('one', 'two', 'late'), webhook, envelope });
  const status = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(status.children, { ...NONE, succeeded: 2, failed: 1 });
  assert.equal(status.parent_job_id, null);
  assert.ok(status.started_at);

  const { outcomes } = await resultOf(jobId);
  assert.deepEqual(
    outcomes.map(({ job_id, state, error }) => [job_id, state, error?.code ?? null]),
    [
      [derivedId('job', [jobId, 'one']), 'succeeded', null],
      [derivedId('job', [jobId, 'two']), 'succeeded', null],
      [derivedId('job', [jobId, 'late']), 'failed', 'not_found'],
    ],
  );
  assert.ok(outcomes[0]?.result?.document.document_id);

  const childId = outcomes[0]?.job_id ?? '';
  const child = await client.status(childId);
  assert.deepEqual([child.parent_job_id, child.children, child.source], [jobId, null, 'one']);
  assert.deepEqual([child.priority, child.trace], [7, status.trace]);
  assert.equal((await client.result(childId)).document.document_id, outcomes[0]?.result?.document.document_id);
  const { memo, raw } = await parents.client.workflow.getHandle(childId).describe();
  const { tenant_id, subject, roles, purpose } = (memo as { job: Record<string, unknown> }).job;
  assert.deepEqual(
    { tenant_id, subject, roles, purpose },
    {
      tenant_id: client.tenant,
      subject: 'owner',
      roles: ['reader'],
      purpose: 'research',
    },
  );
  const { priorityKey, fairnessKey } = raw.workflowExecutionInfo?.priority ?? {};
  assert.deepEqual([priorityKey, fairnessKey], [2, client.tenant]);

  const ids = outcomes.map(({ job_id }) => job_id).toSorted();
  const listed = await until('the visibility store knows the children', async () => {
    const { body } = await childrenOf(client, jobId);
    return body.items.length === 3 ? body.items : undefined;
  });
  assert.deepEqual(listed.map(({ job_id }) => job_id).toSorted(), ids);
  const runs = await temporalWorkflow(system, 'list', '--query', `JobParent = '${jobId}'`, '--output', 'json');
  const found = (JSON.parse(runs) as { execution: { workflowId: string } }[]).map(
    ({ execution }) => execution.workflowId,
  );
  assert.deepEqual(found.toSorted(), ids);

  const stranger = await api.client();
  assert.equal((await stranger.send('GET', `/v1/jobs/${childId}`)).status, 404);
  assert.deepEqual((await childrenOf(stranger, jobId)).body.items, []);

  await receiver.waitFor('hook', 2);
  assert.deepEqual(new Set(receiver.received('hook').map(({ payload }) => payload.data.job.job_id)), new Set([jobId]));

  await forget(system, [jobId, childId]);
  assert.deepEqual(await client.status(jobId), { ...status, links: { ...status.links, temporal_ui: null } });
  assert.equal((await client.status(childId)).parent_job_id, jobId);
});

test('a retry resumes failed children and repeats no finished one', async () => {
  const client = await api.client();
  missing.add('late');
  const before = ['one', 'three'].map(requests);
  const jobId = await parents.start({ tenant: client.tenant, children: of('one', 'late', 'three'), needs: 'all' });
  const failed = await client.waitFor(jobId, 'failed');
  assert.equal(failed.error?.code, 'not_found');
  assert.deepEqual(failed.children, { ...NONE, succeeded: 2, failed: 1 });

  // Not yet: the child fails again, and so does the parent, which has to find all three once more.
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await until('it has failed again', async () => {
    const { state, workflow } = await client.status(jobId);
    return (state === 'failed' && workflow.run_id !== failed.workflow.run_id) || undefined;
  });
  missing.delete('late');
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  const status = await client.waitUntil(jobId, 'succeeds', ({ state }) => state === 'succeeded');
  assert.deepEqual(status.children, { ...NONE, succeeded: 3 });
  assert.deepEqual(
    ['one', 'three'].map(requests),
    before.map((count) => count + 1),
  );
  const { outcomes } = await resultOf(jobId);
  assert.deepEqual(
    outcomes.map(({ job_id, state }) => [job_id, state]),
    ['one', 'late', 'three'].map((key) => [derivedId('job', [jobId, key]), 'succeeded']),
  );
  const types = (await client.events(derivedId('job', [jobId, 'late']))).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'job.retrying').length, 2);
  assert.equal(types.at(-1), 'job.succeeded');
});

test('cancelling a job cancels its children', async () => {
  const client = await api.client();
  const jobId = await parents.start({ tenant: client.tenant, children: of('one', 'held-a', 'held-b') });
  await Promise.all([asked('held-a'), asked('held-b')]);
  const { children } = await client.waitUntil(jobId, 'has two at work', (status) => {
    return status.children?.succeeded === 1 && status.children.running === 2;
  });
  assert.deepEqual(children, { ...NONE, running: 2, succeeded: 1 });
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/cancel`)).status, 202);
  const status = await client.waitFor(jobId, 'cancelled');
  assert.deepEqual(status.children, { ...NONE, succeeded: 1, cancelled: 2 });
  for (const key of ['held-a', 'held-b']) {
    assert.equal((await client.status(derivedId('job', [jobId, key]))).state, 'cancelled');
  }
});

test('a job that ends or is terminated leaves no child running; a retry resumes them', async () => {
  const client = await api.client();
  missing.add('late');
  const start = (first: string) =>
    parents.start({ tenant: client.tenant, children: of(first, 'held-c'), needs: 'first' });
  const [failing, succeeding] = [await start('late'), await start('one')];
  const failed = await client.waitFor(failing, 'failed');
  assert.deepEqual(failed.children, { ...NONE, failed: 1, cancelled: 1 });
  const succeeded = await client.waitFor(succeeding, 'succeeded');
  assert.deepEqual(succeeded.children, { ...NONE, succeeded: 1, cancelled: 1 });

  const second = await parents.start({ tenant: client.tenant, children: of('two', 'held-d'), needs: 'all' });
  await asked('held-d');
  await client.waitUntil(second, 'has one at work', ({ children }) => children?.succeeded === 1);
  await temporalWorkflow(system, 'terminate', '--workflow-id', second);
  const child = derivedId('job', [second, 'held-d']);
  await client.waitFor(child, 'cancelled');
  const terminated = await until('the counts are known', async () => {
    const { children } = await client.status(second);
    return children?.cancelled === 1 ? children : undefined;
  });
  assert.deepEqual(terminated, { ...NONE, succeeded: 1, cancelled: 1 });
  held.delete('held-d');
  await client.send('POST', `/v1/jobs/${second}/retry`);
  await letGo('held-d');
  assert.deepEqual((await client.waitFor(second, 'succeeded')).children, { ...NONE, succeeded: 2 });
});

test('cancelling a retried job cancels the children that it found', async () => {
  const client = await api.client();
  const jobId = await parents.start({ tenant: client.tenant, children: of('held-e') });
  await asked('held-e');
  await temporalWorkflow(system, 'terminate', '--workflow-id', jobId);
  const child = derivedId('job', [jobId, 'held-e']);
  await client.waitFor(child, 'cancelled');
  held.delete('held-e');
  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  await asked('held-e');
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  assert.deepEqual((await client.waitFor(jobId, 'cancelled')).children, { ...NONE, cancelled: 1 });
  assert.equal((await client.status(child)).state, 'cancelled');
});

test('children work in the slot of their parent', async () => {
  const client = await api.client();
  const limits = { step_timeout_ms: 60_000, heartbeat_timeout_ms: 3000, retention_days: 1, max_running_jobs: 1 };
  const start = (name: string) =>
    parents.start({ tenant: client.tenant, children: of('one', name), envelope: { limits } });
  const first = await start('held-f');
  await asked('held-f');
  const second = await start('held-g');
  const waits = await client.waitUntil(second, 'waits', ({ waiting_on }) => waiting_on?.kind === 'capacity');
  assert.deepEqual([waits.state, waits.children], ['queued', null]);
  await letGo('held-f');
  await client.waitFor(first, 'succeeded');
  await letGo('held-g');
  const status: JobStatusDetail = await client.waitFor(second, 'succeeded');
  assert.deepEqual(status.children, { ...NONE, succeeded: 2 });
});

test('the history of a job with children replays, and one with another child does not', async () => {
  const client = await api.client();
  const jobId = await parents.start({ tenant: client.tenant, children: of('one') });
  await client.waitFor(jobId, 'succeeded');
  const history = await showHistory(system, jobId);
  const replay = (text: string) =>
    Worker.runReplayHistory({ workflowBundle: parents.workflowBundle }, JSON.parse(text), jobId);
  await replay(history);
  await assert.rejects(
    replay(history.replaceAll('"name": "parseJob"', '"name": "crawlJob"')),
    DeterminismViolationError,
  );
});
