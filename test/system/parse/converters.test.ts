import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { after, test } from 'node:test';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import { freePort } from '../../support/free-port.ts';
import { WORKER_PROFILES } from '../../../domain/workers.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';

/** More jobs than one tenant can have in the slots of a worker. */
const JOBS = WORKER_PROFILES.parse.slots.maxConcurrentActivityTaskExecutions + 3;

const system = openSystem();
const metricsPort = await freePort();
const [api, worker] = await Promise.all([
  system.startApi(),
  system.startWorker({ WORKER_METRICS_PORT: String(metricsPort) }),
]);

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const awaitsConverter = ({ state, waiting_on }: JobStatusDetail): boolean =>
  state === 'queued' && waiting_on?.kind === 'converter';

test('a tenant whose documents hold every converter and slot does not block other tenants', async () => {
  const [busy, modest] = [await api.client(), await api.client()];
  const upload = async (client: typeof busy) => (await client.upload(Buffer.from('Words.'), 'words.txt')).locator;
  const [source, small] = await Promise.all([upload(busy), upload(modest)]);
  await busy.waitFor(await busy.submitOne(source), 'succeeded');

  // A stopped converter stands for one that is busy with an endless document.
  const converters = childrenOf(worker.pid).filter((pid) => getPriority(pid) > getPriority());
  assert.equal(converters.length, 1, 'but for the one in reserve, which is not nicer');
  const goOn = (): void => {
    for (const pid of converters) process.kill(pid, 'SIGCONT');
  };
  for (const pid of converters) process.kill(pid, 'SIGSTOP');
  after(goOn);
  const jobs = (await busy.submit(Array<string>(JOBS).fill(source), { options: { cache: 'refresh' } })).map(
    ({ job_id }) => job_id,
  );
  const waiting: string[] = [];
  for (const id of jobs) {
    const status = await busy.waitUntil(id, 'is held', (now) => now.state === 'running' || awaitsConverter(now));
    if (status.state === 'queued') waiting.push(id);
  }
  assert.equal(waiting.length, JOBS - 1);
  assert.match((await busy.status(waiting[0] ?? '')).waiting_on?.message ?? '', /converter processes .* are busy/);
  const metadata = await temporalWorkflow(system, 'metadata', '--workflow-id', waiting[0] ?? '');
  assert.match(metadata, /queued: convert waits for a worker of "parse", or for its turn there/);

  await modest.waitFor(await modest.submitOne(small), 'succeeded');
  for (const id of waiting) {
    const types = (await busy.events(id)).map(({ type }) => type);
    assert.deepEqual(types, ['job.queued', 'parse.engine_selected'], 'waiting is no beginning, and no failure');
  }
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(metrics, /^tidemill_step_seconds_count\{step="convert",outcome="stepped_back"\} [1-9]/m);
  assert.doesNotMatch(metrics, /outcome="(?:handed_back|failed)"/);

  goOn();
  for (const id of jobs) await busy.waitFor(id, 'succeeded');
  for (const id of waiting) {
    const types = (await busy.events(id)).map(({ type }) => type);
    assert.ok(types.includes('job.started') && !types.includes('job.retrying'), types.join());
  }
});
