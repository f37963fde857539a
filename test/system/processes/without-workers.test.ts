import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REQUIRED_PROFILES } from '../../../domain/workers.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const others = REQUIRED_PROFILES.map(({ name }) => name).filter((name) => name !== 'default');
const system = openSystem();
const api = await system.startApi();

interface Health {
  readonly status: string;
  readonly checks: readonly { readonly name: string; readonly status: string; readonly error: string | null }[];
}

/** The values of `/metrics`, by series. */
async function gauges(): Promise<Map<string, number>> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  return new Map(
    [...text.matchAll(/^(tidemill_\S+) (\S+)$/gm)].map(([, series = '', value]) => [series, Number(value)]),
  );
}

test('without workers, jobs are accepted and report what they wait for; when a worker starts, they run', async () => {
  const client = await api.client();
  const unready = await client.send<Health>('GET', '/v1/health/ready');
  assert.equal(unready.status, 503);
  assert.deepEqual(
    unready.body.checks.filter(({ status }) => status !== 'ok').map(({ name }) => name),
    REQUIRED_PROFILES.map(({ taskQueue }) => `workers:${taskQueue}`),
  );

  const { locator } = await client.upload(makePdf([{ text: [{ x: 72, y: 90, text: 'Patience' }] }]), 'a.pdf');
  const jobId = await client.submitOne(locator);
  // Without a worker, it is answered at once or at the deadline of the request.
  const status = await client.status(jobId);
  assert.equal(status.state, 'queued');
  assert.equal(status.started_at, null);
  assert.partialDeepStrictEqual(status.waiting_on, { kind: 'worker', task_queue: 'jobs' });
  assert.match(status.waiting_on?.message ?? '', /No worker polls the task queue "jobs".* --profile default\./);

  await until('Temporal lists the job', async () => {
    const { body } = await client.send<{ items: readonly object[] }>('GET', '/v1/jobs?state=queued');
    return body.items.length > 0 || undefined;
  });
  const metrics = await until('the metrics tell of the job', async () => {
    const now = await gauges();
    const isTold = ['tidemill_jobs_open{kind="parse",state="queued"}', 'tidemill_queue_tasks{task_queue="jobs"}'].every(
      (series) => now.get(series) === 1,
    );
    return isTold ? now : undefined;
  });
  assert.equal(metrics.get('tidemill_jobs_open{kind="parse",state="running"}'), 0);
  assert.equal(metrics.get('tidemill_queue_pollers{task_queue="jobs"}'), 0);
  assert.ok((metrics.get('tidemill_queue_oldest_seconds{task_queue="jobs"}') ?? 0) > 0);
  for (const [dependency, up] of [
    ...['temporal', 'postgres', 'objects'].map((name) => [name, 1]),
    ['workers:jobs', 0],
  ]) {
    assert.equal(metrics.get(`tidemill_dependency_up{dependency="${dependency}"}`), up, String(dependency));
  }

  const worker = await system.startWorker({ WORKER_PROFILES: 'default' });
  const queued = await client.waitUntil(jobId, 'waits for the parse queue', ({ waiting_on }) => {
    return waiting_on?.task_queue === 'parse';
  });
  assert.equal(queued.state, 'queued', 'routing a source does not count as a begin');

  await system.startWorker({ WORKER_PROFILES: others.join(',') });
  await client.waitFor(jobId, 'succeeded');
  assert.match((await client.result(jobId)).document.markdown ?? '', /Patience/);
  const ready = await until('the service is ready', async () => {
    const { status, body } = await client.send<Health>('GET', '/v1/health/ready');
    return status === 200 ? body : undefined;
  });
  assert.equal(ready.status, 'ok');
  await worker.stop();
});
