/** The load generator in its own process, against the scripted endpoint: what it sends, counts and survives. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLoadGenerator } from '../../../../activities/evaluation/performance/pool.ts';
import type { LevelOrder, LevelProgress } from '../../../../activities/evaluation/performance/order.ts';
import { MOST_HELD } from '../../../../activities/evaluation/performance/generator.ts';
import { reportLevel } from '../../../../engines/evaluation/performance/level-report.ts';
import type { LevelPlan, Load } from '../../../../engines/evaluation/performance/load.ts';
import type { StoredTally } from '../../../../engines/evaluation/performance/tally.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { startLoadServer } from '../../../support/evaluation/load-server.ts';
import { until } from '../../../support/until.ts';

const server = await startLoadServer();
const generator = openLoadGenerator({ watchPool: () => {} });
after(async () => {
  await generator.close();
  await server[Symbol.asyncDispose]();
});

const CLOSED: Load = { parallel: 4, rate: null, number: 20, duration_seconds: 60 };
const QUICK = { ttftMs: [1, 3], gapMs: 1, tokens: 4 } as const;

const planOf = (load: Load, plan: Partial<LevelPlan> = {}): LevelPlan => ({
  load,
  arrivals: { process: 'constant', shape: 1 },
  objective: null,
  warmup: 0,
  ramp_seconds: 0,
  timeout_seconds: 30,
  request: { model: 'scripted', stream: true, max_tokens: null },
  ...plan,
});

interface Run {
  readonly plan?: LevelPlan;
  readonly order?: Partial<LevelOrder>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LevelProgress) => void;
}

function run({ plan = planOf(CLOSED), order = {}, signal, onProgress = () => {} }: Run): Promise<StoredTally> {
  return generator.run(
    {
      plan,
      url: server.url,
      headers: { 'content-type': 'application/json' },
      prompts: { words: 5 },
      maxConnections: 50,
      maxRate: 1000,
      network: { allow: ['127.0.0.1'], proxy: null },
      before: null,
      ...order,
    },
    { key: 't', signal: signal ?? new AbortController().signal, timeoutMs: 60_000, onProgress },
  );
}

test('users send the number of requests, each on a connection of their own', async () => {
  await server.play(QUICK);
  const tally = await run({ order: { headers: { authorization: 'Bearer k', 'content-type': 'application/json' } } });
  const { requests, open } = await server.truth();
  assert.equal(requests.length, 20);
  assert.ok(open <= 4, `${open} connections`);
  assert.deepEqual([tally.counts.completed, tally.counts.succeeded, tally.failures], [20, 20, {}]);
  assert.deepEqual([tally.counts.input_tokens, tally.counts.output_tokens], [20 * 16, 20 * 4]);
  const bodies = new Set(requests.map(({ body }) => JSON.stringify(body.messages)));
  assert.equal(bodies.size, 20);
  const [first] = requests;
  assert.equal(first?.authorization, 'Bearer k');
  assert.deepEqual(first && { ...first.body, messages: [] }, {
    model: 'scripted',
    messages: [],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('warm-up requests are not measured', async () => {
  await server.play(QUICK);
  const tally = await run({ plan: planOf(CLOSED, { warmup: null, ramp_seconds: null }) });
  assert.equal((await server.truth()).requests.length, 24);
  assert.equal(tally.counts.completed, 20);
});

test('an open loop sends what is due although nothing is answered, within its limit of connections', async () => {
  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const load: Load = { parallel: null, rate: 200, number: 10, duration_seconds: 60 };
  const free = await run({ plan: planOf(load, { timeout_seconds: 1 }) });
  assert.deepEqual([free.failures, (await server.truth()).requests.length], [{ timeout: 10 }, 10]);

  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const limited = await run({ plan: planOf({ ...load, parallel: 3 }, { timeout_seconds: 1 }) });
  assert.equal(limited.failures.timeout, 10);
  // The server may notice late that the three were closed which the next three replace.
  assert.ok((await server.truth()).mostOpen <= 6);
});

test('bursts stay within the rate of the installation', async () => {
  await server.play(QUICK);
  const load: Load = { parallel: null, rate: 1, number: 1000, duration_seconds: 1.5 };
  const arrivals = { process: 'gamma', shape: 1e-300 } as const;
  await run({ plan: planOf(load, { arrivals }), order: { maxRate: 5 } });
  assert.equal((await server.truth()).requests.length, 10);
});

test('a generator that holds too much sends no more, and the level is not valid', async () => {
  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const load: Load = { parallel: null, rate: 200, number: 400, duration_seconds: 60 };
  const plan = planOf(load, { timeout_seconds: 1 });
  const given = [[{ role: 'user', content: 'x'.repeat(MOST_HELD / 50) }]];
  const tally = await run({ plan, order: { prompts: { given } } });
  const { saturated = 0, timeout = 0 } = tally.failures;
  assert.ok(saturated > 0 && saturated + timeout === 400, JSON.stringify(tally.failures));
  assert.ok((await server.truth()).requests.length <= timeout);
  const { invalid } = reportLevel(load, null, tally);
  assert.ok(invalid.some(({ code, measured }) => code === 'saturated' && measured === saturated));
});

test('a level that needs more memory than the generator has ends for good', async () => {
  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const given = [[{ role: 'user', content: 'x'.repeat(MOST_HELD / 3) }]];
  await assert.rejects(run({ plan: planOf({ ...CLOSED, parallel: 50, number: 50 }), order: { prompts: { given } } }), {
    code: 'too_large',
    retryable: false,
  });
});

test('no request starts after the duration', async () => {
  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const load: Load = { parallel: 2, rate: null, number: null, duration_seconds: 0.2 };
  const tally = await run({ plan: planOf(load, { timeout_seconds: 1 }) });
  assert.deepEqual(tally.failures, { timeout: 2 });
});

test('each way to fail is counted by its name, and the others are measured', async () => {
  // The reset request is sent again, and cut: the two attempts take two places of the script.
  const by = ['reset', 'cut', 'empty', 'garbage', 'stream_error', 429, 500, 404, 302] as const;
  await server.play({ ...QUICK, faults: by.map((fault, index) => ({ every: 10, at: index + 1, by: fault })) });
  const tally = await run({ plan: planOf({ ...CLOSED, parallel: 1, number: 10 }) });
  const counted = {
    cut: 1,
    empty: 1,
    protocol: 1,
    stream_error: 1,
    rate_limited: 1,
    server_error: 1,
    client_error: 1,
    redirect: 1,
  };
  assert.deepEqual(tally.failures, counted);
  assert.deepEqual([tally.counts.completed, tally.counts.succeeded, tally.counts.retries], [10, 2, 1]);
});

test('a connection that closes before any byte is tried once more', async () => {
  await server.play({ ...QUICK, faults: [{ every: 2, at: 0, by: 'reset' }] });
  const once = await run({ plan: planOf({ ...CLOSED, parallel: 1, number: 5 }) });
  assert.deepEqual([once.counts.succeeded, once.counts.retries, once.failures], [5, 5, {}]);

  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'reset' }] });
  const twice = await run({ plan: planOf({ ...CLOSED, parallel: 1, number: 5 }) });
  assert.deepEqual([twice.counts.succeeded, twice.counts.retries, twice.failures], [0, 5, { reset: 5 }]);
  assert.equal((await server.truth()).requests.length, 10);
});

test('an endpoint that nobody serves, and one that may not be reached, are told apart', async () => {
  await server.play(QUICK);
  const load = { ...CLOSED, number: 3, parallel: 1 };
  const absent = await run({ plan: planOf(load), order: { url: 'http://127.0.0.1:1/v1/chat/completions' } });
  assert.deepEqual(absent.failures, { connection: 3 });
  const blocked = await run({ plan: planOf(load), order: { network: { allow: [], proxy: null } } });
  assert.deepEqual(blocked.failures, { blocked_address: 3 });
  assert.equal((await server.truth()).requests.length, 0);
});

test('several tokens in a chunk are counted by usage; an answer as a whole has no gaps', async () => {
  await server.play({ ...QUICK, tokens: 12, tokensPerChunk: 4 });
  const stream = await run({});
  assert.deepEqual([stream.counts.output_tokens, stream.counts.uncounted_answers], [240, 0]);

  await server.play({ ...QUICK, tokens: 12, tokensPerChunk: 4, usage: false });
  const uncounted = await run({});
  assert.deepEqual([uncounted.counts.output_tokens, uncounted.counts.uncounted_answers], [60, 20]);

  await server.play(QUICK);
  const request = { model: 'scripted', stream: false, max_tokens: 4 };
  const whole = await run({ plan: planOf(CLOSED, { request }) });
  assert.deepEqual([whole.counts.output_tokens, whole.timings.inter_token], [80, []]);
  assert.equal((await server.truth()).requests[0]?.body.max_tokens, 4);
});

test('given prompts are sent in turn', async () => {
  await server.play(QUICK);
  const given = ['a', 'b', 'c'].map((content) => [{ role: 'user', content }]);
  await run({ plan: planOf({ ...CLOSED, parallel: 1, number: 5 }), order: { prompts: { given } } });
  const { requests } = await server.truth();
  assert.deepEqual(
    requests.map(({ body }) => body.messages),
    [0, 1, 2, 0, 1].map((index) => given[index]),
  );
});

test('a level goes on where another process stopped', async () => {
  await server.play(QUICK);
  const before = await run({ plan: planOf({ ...CLOSED, number: 7 }) });
  const tally = await run({ order: { before } });
  assert.equal((await server.truth()).requests.length, 20);
  assert.deepEqual([tally.counts.completed, tally.counts.succeeded, tally.processes], [20, 20, 2]);
  assert.ok(tally.elapsed_ms >= before.elapsed_ms);
});

test('a cancelled level closes its connections, and the generator takes the next', async () => {
  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const stop = new AbortController();
  const level = run({ plan: planOf({ ...CLOSED, parallel: 20 }), signal: stop.signal });
  await until('all users wait', async () => ((await server.truth()).requests.length === 20 ? true : undefined));
  stop.abort(new ServiceError('timeout', 'Cancelled by the test.'));
  await assert.rejects(level, /Cancelled by the test/);
  await until('all hung up', async () => ((await server.truth()).open === 0 ? true : undefined));
  await server.play(QUICK);
  assert.equal((await run({})).counts.succeeded, 20);
});

test('progress counts, and a long level sends what it has measured so far', async () => {
  await server.play(QUICK);
  const reports: LevelProgress[] = [];
  const load: Load = { parallel: 1, rate: null, number: null, duration_seconds: 6 };
  const tally = await run({ plan: planOf(load), onProgress: (report) => reports.push(report) });
  const snapshot = reports.flatMap((report) => ('snapshot' in report ? [report.snapshot] : [])).at(-1);
  const counted = reports.flatMap((report) => ('completed' in report ? [report.completed] : []));
  assert.ok(snapshot && snapshot.counts.completed > 0 && snapshot.counts.completed < tally.counts.completed);
  assert.ok(counted.every((count, index) => count >= (counted[index - 1] ?? 0)) && counted.length > 5);
});
