/**
 * Runs whose worker, database or workflow ends while a model judges: each case is judged, and no verdict that was kept
 * is paid for again. The model is scripted.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Client } from '../../support/service/client.ts';
import { openMortalPostgres } from '../../support/servers/mortal-servers.ts';
import { jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

/** Calls that the model still answers at once; the others wait for `opened`. */
let patience = Infinity;
let opened = Promise.withResolvers<void>();
/** How often the model was asked about each case, by its number. */
const asked = new Map<number, number>();

const model = await serveModel(({ body }) => {
  const answer = /(right|wrong) answer (\d+)/.exec(body.messages?.[1]?.content ?? '');
  const index = Number(answer?.[2]);
  asked.set(index, (asked.get(index) ?? 0) + 1);
  const reply = jsonReply({ reason: 'It says so.', verdict: answer?.[1] === 'right' ? 'correct' : 'wrong' });
  return --patience < 0 ? { ...reply, after: opened.promise } : reply;
});

const postgres = await openMortalPostgres();
/** Calls that a worker makes of the model at once. */
const AT_ONCE = 8;
const system = openSystem({
  ...modelSettings('one', model, { CALLS_AT_ONCE: String(AT_ONCE) }),
  JUDGE_MODEL: 'one',
  DATABASE_URL: postgres.url,
});
const [api, firstWorker] = await Promise.all([system.startApi(), system.startWorker()]);
let worker = firstWorker;
const { db, close } = openDatabase(postgres.url);
after(() => close());

/** Judgments that a run has under way: eight in each of four steps. */
const UNDER_WAY = 32;

const scoreOf = (index: number): number => (index % 3 === 0 ? 1 : 0);

/** Submits a run whose model answers this many calls at once. */
async function submit(client: Client, cases: number, answers: number): Promise<string> {
  asked.clear();
  patience = answers;
  opened = Promise.withResolvers();
  const test_cases = Array.from({ length: cases }, (_, index) => ({
    actual_output: `${scoreOf(index) === 1 ? 'right' : 'wrong'} answer ${index}`,
    expected_output: 'right',
  }));
  const body = {
    eval_type: 'custom',
    metrics: [{ metric_key: 'quality.correctness' }],
    input: { type: 'inline_test_cases', test_cases },
  };
  return (await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body })).job_id;
}

/** Lets the model answer everything. */
function open(): void {
  patience = Infinity;
  opened.resolve();
}

/** The cases whose verdict is kept. */
async function keptCases({ tenant }: Client): Promise<ReadonlySet<number>> {
  const calls = await db.modelCall.findMany({ where: { tenantId: tenant }, select: { about: true } });
  return new Set(calls.map(({ about }) => Number(about[0]?.split(' ')[2])));
}

const keeps = (client: Client, least: number): Promise<ReadonlySet<number>> =>
  until(`${least} verdicts are kept`, async () => {
    const kept = await keptCases(client);
    return kept.size >= least ? kept : undefined;
  });

/** Resolves when Temporal has heard from all steps that run, and so of all that they have spent up to now. */
async function heartbeats(jobId: string): Promise<void> {
  const since = new Date().toISOString();
  await until('all steps have sent heartbeats', async () => {
    const described = await temporalWorkflow(system, 'describe', '--workflow-id', jobId, '--output', 'json');
    const { pendingActivities } = JSON.parse(described) as { pendingActivities: { lastHeartbeatTime?: string }[] };
    return pendingActivities.every(({ lastHeartbeatTime = '' }) => lastHeartbeatTime > since) || undefined;
  });
}

/** Prompts beyond the first of each case. */
const repeated = (): number => [...asked.values()].reduce((sum, times) => sum + times - 1, 0);

/** Fails if the model was asked about one of the cases since `before`. */
function assertNotAskedAgain(kept: ReadonlySet<number>, before: ReadonlyMap<number, number>): void {
  assert.deepEqual(
    [...kept].filter((index) => asked.get(index) !== before.get(index)),
    [],
  );
}

/** Fails unless the run succeeded, and each of its cases has its score. */
async function assertWhole(client: Client, jobId: string, cases: number): Promise<void> {
  await client.waitFor(jobId, 'succeeded');
  const result = await client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${jobId}/result`);
  assert.deepEqual(
    result.case_results.map(({ index, scores }) => [index, ...scores.map(({ score }) => score)]),
    Array.from({ length: cases }, (_, index) => [index, scoreOf(index)]),
  );
  assert.deepEqual([result.metrics[0]?.measured, result.metrics[0]?.unmeasured], [cases, {}]);
  assert.equal(asked.size, cases);
}

test('a worker is killed twice: no kept verdict is asked for again, and the progress only grows', async () => {
  const CASES = 300;
  const client = await api.client();
  const jobId = await submit(client, CASES, 100);
  const progress: number[] = [];
  const watched = until('the run ends', async () => {
    const status = await client.status(jobId);
    progress.push(status.progress?.completed ?? 0);
    return status.state === 'running' || status.state === 'queued' ? undefined : true;
  });

  // The first time it waits for the model: all answers that it was given are kept, so that it repeats none.
  const first = await keeps(client, 100);
  await until('all places wait', async () => (asked.size === 100 + AT_ONCE ? true : undefined));
  await worker.kill();
  assert.equal(repeated(), 0);
  const beforeFirst = new Map(asked);
  // The second time it dies amid answers.
  patience = 100;
  worker = await system.startWorker();
  await keeps(client, 150);
  await worker.kill();
  assertNotAskedAgain(first, beforeFirst);
  const second = await keptCases(client);
  const beforeSecond = new Map(asked);
  open();
  worker = await system.startWorker();

  await assertWhole(client, jobId, CASES);
  assertNotAskedAgain(second, beforeSecond);
  // What the model had not answered is asked for once more; at the second time, also answers that were not yet kept.
  assert.ok(repeated() >= AT_ONCE && repeated() <= AT_ONCE + UNDER_WAY, String(repeated()));
  await watched;
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  assert.ok(new Set(progress).size > 3, progress.join());
});

test('the database is killed amid verdicts: the run waits for it, and repeats only what was under way', async () => {
  const client = await api.client();
  const jobId = await submit(client, 120, 80);
  await keeps(client, 40);
  await postgres.killAndRestart();
  const kept = await keptCases(client);
  const before = new Map(asked);
  open();
  await assertWhole(client, jobId, 120);
  assertNotAskedAgain(kept, before);
  assert.ok(repeated() <= UNDER_WAY, String(repeated()));
});

test('a run that was terminated, or reset, in Temporal’s own tools goes on with what it has', async () => {
  const client = await api.client();
  const jobId = await submit(client, 100, 40);
  const kept = await keeps(client, 40);
  const before = new Map(asked);
  await temporalWorkflow(system, 'terminate', '--workflow-id', jobId, '--reason', 'by hand');
  const failed = await client.waitFor(jobId, 'failed');
  assert.equal(failed.error?.code, 'terminated');
  patience = 30;
  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  const more = await keeps(client, 50);
  assertNotAskedAgain(kept, before);

  const beforeReset = new Map(asked);
  const reset = ['--workflow-id', jobId, '--type', 'FirstWorkflowTask', '--reason', 'by hand'];
  await temporalWorkflow(system, 'reset', ...reset);
  open();
  await client.waitUntil(jobId, 'succeeded', ({ state }) => state === 'succeeded');
  await assertWhole(client, jobId, 100);
  assertNotAskedAgain(more, beforeReset);
});

test('a run that is cancelled ends its calls; another run of the same cases pays only for the rest', async () => {
  const client = await api.client();
  const jobId = await submit(client, 100, 40);
  const kept = await keeps(client, 40);
  await until('all places wait', async () => (asked.size === 40 + AT_ONCE ? true : undefined));
  await heartbeats(jobId);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  const cancelled = await client.waitFor(jobId, 'cancelled');
  assert.deepEqual([cancelled.error, cancelled.waiting_on], [null, null]);
  assert.ok((cancelled.progress?.completed ?? 101) <= 40);
  const calls = cancelled.usage.find(({ source, unit }) => source === 'one' && unit === 'calls');
  assert.equal(calls?.amount, 40);
  const { status } = await client.send('GET', `/v1/eval/jobs/${jobId}/result`);
  assert.equal(status, 409);
  // The steps hear of it one after the other: another one may have taken the places that the first one left.
  assert.ok(asked.size <= 40 + UNDER_WAY, String(asked.size));

  const again = await submit(client, 100, Infinity);
  await client.waitFor(again, 'succeeded');
  assert.deepEqual(
    [...asked.keys()].filter((index) => kept.has(index)),
    [],
  );
  assert.equal(asked.size, 60);
  assert.ok(repeated() <= UNDER_WAY - AT_ONCE, String(repeated()));
});
