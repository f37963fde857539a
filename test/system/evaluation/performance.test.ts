/**
 * Performance runs over HTTP, against the scripted endpoint. Figures that depend on the machine are those of `npm run
 * bench:evaluation`.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EvalPerformanceResult } from '../../../api/evaluation/level-schemas.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { startLoadServer } from '../../support/evaluation/load-server.ts';
import { addRows, createEvalDataset, importFile } from '../../support/evaluation/client.ts';
import { openSystem } from '../../support/service/system.ts';
import { showHistory } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const KEY = 'sk-only-the-endpoint-sees-this';

const server = await startLoadServer();
after(() => server[Symbol.asyncDispose]());
const { origin } = new URL(server.url);
const system = openSystem({
  EVAL_TARGET_ORIGINS: `mine=${origin},other=https://llm.example.com`,
  SECRET_TARGET_MINE: KEY,
  EVAL_MAX_PARALLEL: '20',
  EVAL_MAX_RATE: '100',
  EVAL_MAX_REQUESTS: '3000',
  EVAL_MAX_LEVEL_SECONDS: '60',
});
const PROFILES = { WORKER_PROFILES: 'default,evaluation,performance' };
const [api, worker] = await Promise.all([system.startApi(), system.startWorker(PROFILES)]);
const client = await api.client({ tenant: 'load', subject: 'ann' });
const database = sharedDatabase();

const QUICK = { ttftMs: [1, 3], gapMs: 1, tokens: 4 } as const;
const TARGET = { type: 'api', protocol: 'openai_compatible', endpoint_url: `${origin}/v1`, model: 'small-chat' };
const SYNTHETIC = { type: 'synthetic_prompts', prompt_tokens: 10 };

const QUALITY = {
  eval_type: 'custom',
  input: { type: 'inline_test_cases', test_cases: [{ actual_output: 'a', expected_output: 'a' }] },
  metrics: [{ metric_key: 'text.exact_match' }],
};

const bodyOf = (engine_options: object, more: object = {}) => ({
  eval_type: 'perf',
  input: SYNTHETIC,
  target: TARGET,
  engine_options: { warmup: 0, ...engine_options },
  ...more,
});

async function submit(body: object): Promise<string> {
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
  return job_id;
}

const resultOf = (jobId: string) => client.expect<EvalPerformanceResult>(200, 'GET', `/v1/eval/jobs/${jobId}/result`);

test('a job runs its levels one after the other and reports what the endpoint saw; its key is in no history', async () => {
  await server.play(QUICK);
  const cases = ['Who?', 'Why?'].map((user_input) => ({ user_input }));
  const body = bodyOf(
    { parallel: [1, 5], number: [10, 40], max_tokens: 4 },
    {
      name: 'small',
      input: { type: 'inline_test_cases', test_cases: cases },
      target: { ...TARGET, secret_ref: 'mine' },
      metrics: [{ metric_key: 'perf.success_rate', threshold: 0.99 }, { metric_key: 'perf.qps' }],
    },
  );
  const jobId = await submit(body);
  await client.waitFor(jobId, 'succeeded');
  const { requests } = await server.truth();
  assert.equal(requests.length, 50);
  assert.deepEqual(
    requests.slice(0, 3).map(({ body: { messages } }) => messages),
    ['Who?', 'Why?', 'Who?'].map((content) => [{ role: 'user', content }]),
  );
  assert.ok(
    requests.every(({ authorization, body: sent }) => authorization === `Bearer ${KEY}` && sent.max_tokens === 4),
  );
  assert.doesNotMatch(await showHistory(system, jobId), /sk-only/);

  const result = await resultOf(jobId);
  assert.deepEqual([result.engine_id, result.name, result.tuned], ['performance_evaluator', 'small', null]);
  assert.deepEqual(
    result.levels.map(({ index, parallel, requests: count, succeeded, tokens }) => [
      index,
      parallel,
      count,
      succeeded,
      tokens.output,
    ]),
    [
      [0, 1, 10, 10, 40],
      [1, 5, 40, 40, 160],
    ],
  );
  const [rate, qps] = result.metrics;
  assert.deepEqual([rate?.values, rate?.threshold, qps?.passed], [[1, 1], 0.99, null]);
  assert.deepEqual(
    qps?.values,
    result.levels.map((level) => level.qps),
  );
  // On a busy machine a level may be invalid, which decides nothing.
  assert.equal(rate?.passed, result.valid ? true : null);
  assert.equal(
    result.valid,
    result.levels.every(({ valid, invalid }) => valid && invalid.length === 0),
  );
});

test('a run sends the rows of a dataset in turn', async () => {
  await server.play(QUICK);
  const { dataset_id } = await createEvalDataset(client);
  await addRows(
    client,
    dataset_id,
    Array.from({ length: 50 }, (_row, index) => ({ question: `Who is ${index}?`, latency_ms: 'soon' })),
  );
  const input = { type: 'dataset', dataset_id, field_mapping: { user_input: 'question' } };
  const sentWith = async (more: object): Promise<unknown[]> => {
    const jobId = await submit(bodyOf({ parallel: [1], number: [4] }, { input: { ...input, ...more } }));
    await client.waitFor(jobId, 'succeeded');
    return (await server.truth()).requests.slice(-4).map(({ body: { messages } }) => messages);
  };
  const asking = (...texts: string[]) => texts.map((content) => [{ role: 'user', content }]);
  assert.deepEqual(await sentWith({ limit: 3 }), asking('Who is 0?', 'Who is 1?', 'Who is 2?', 'Who is 0?'));
  const sample = await sentWith({ limit: 3, seed: 7 });
  assert.equal(new Set(sample.map((messages) => JSON.stringify(messages))).size, 3);
  assert.notDeepEqual(sample, await sentWith({}));
});

test('a row without a prompt, and more prompts than the generator holds, fail the run', async () => {
  await server.play(QUICK);
  const { dataset_id } = await createEvalDataset(client);
  await addRows(client, dataset_id, [{ user_input: 'Who?' }, { other: 1 }]);
  const large = Array.from({ length: 18 }, () => JSON.stringify({ user_input: 'x'.repeat(1_000_000) })).join('\n');
  await importFile(client, dataset_id, 'large.jsonl', Buffer.from(large));
  for (const [version, code] of [
    [1, 'case_invalid'],
    [2, 'too_large'],
  ] as const) {
    const jobId = await submit(bodyOf({ number: [1] }, { input: { type: 'dataset', dataset_id, version } }));
    assert.equal((await client.waitFor(jobId, 'failed')).error?.code, code);
  }
  assert.equal((await server.truth()).requests.length, 0);
});

test('the files of a run are its result, its levels and a page', async () => {
  await server.play(QUICK);
  const options = { parallel: [1, 4], number: [6, 12], slo: { latency_ms: 30_000 } };
  const body = bodyOf(options, {
    name: '<b>files</b>',
    metrics: [{ metric_key: 'perf.p99_latency', threshold: 30_000 }],
  });
  const { reports, ...result } = await client.expect<EvalPerformanceResult>(200, 'POST', '/v1/eval/sync', { body });
  assert.deepEqual(
    reports.map(({ name }) => name),
    ['report.html', 'levels.csv', 'levels.jsonl', 'result.json'],
  );
  const [page = '', csv = '', jsonl = '', json = ''] = await Promise.all(
    reports.map(async ({ url, bytes, media_type }) => {
      const answer = await fetch(url);
      assert.equal(answer.headers.get('content-type'), media_type);
      const text = await answer.text();
      assert.equal(Buffer.byteLength(text), bytes);
      return text;
    }),
  );
  assert.deepEqual(JSON.parse(json), result);

  const lines = jsonl.trim().split('\n');
  const levels = lines.map((line) => JSON.parse(line) as { histograms: Record<string, [number, number][]> });
  assert.deepEqual(
    levels.map(({ histograms: _histograms, ...level }) => level),
    result.levels,
  );
  const counted = levels.map(({ histograms }) => histograms['latency']?.reduce((sum, [, count]) => sum + count, 0));
  assert.deepEqual(counted, [6, 12]);

  const [header, ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = header?.indexOf('latency.p99') ?? -1;
  assert.deepEqual(
    rows.map((row) => Number(row[column])),
    result.levels.map(({ latency }) => latency?.p99),
  );
  assert.match(page, /<h1>Performance &lt;b&gt;files&lt;\/b&gt;<\/h1>/);
  assert.match(page, /Level 1: 4 users/);
  assert.match(page, /latency ≤ 30,000 ms/);
});

test('a synchronous run answers with its result, failures by reason included', async () => {
  await server.play({ ...QUICK, faults: [429, 500].map((by, at) => ({ every: 4, at, by })) });
  const body = bodyOf({ rate: [50], number: [20], arrivals: 'constant', slo: { latency_ms: 30_000 } });
  const result = await client.expect<EvalPerformanceResult>(200, 'POST', '/v1/eval/sync', { body });
  const [level] = result.levels;
  assert.deepEqual(
    [level?.failures, level?.succeeded, level?.success_rate],
    [{ rate_limited: 5, server_error: 5 }, 10, 0.5],
  );
  assert.deepEqual([level?.rate, level?.parallel, level?.within_objective], [50, null, 0.5]);
});

test('a search that nothing satisfies ends with its lowest load', async () => {
  await server.play(QUICK);
  const auto_tune = { by: 'parallel', lowest: 2, highest: 8, repeats: 3 };
  const jobId = await submit(bodyOf({ number: [5], slo: { latency_ms: 0.001 }, auto_tune }));
  await client.waitFor(jobId, 'succeeded');
  const { tuned, levels, reports } = await resultOf(jobId);
  assert.match(await (await fetch(reports[0]?.url ?? '')).text(), /Not even the lowest load met the objective/);
  assert.deepEqual([tuned?.largest, tuned?.levels, levels.map(({ parallel }) => parallel)], [null, [], [2, 2]]);
});

test('what is wrong with a request is named before anything is sent', async () => {
  await server.play(QUICK);
  const good = { parallel: [1], number: [5] };
  const { dataset_id } = await createEvalDataset(client);
  await addRows(client, dataset_id, [{ actual_output: 'a', user_input: 'b' }]);
  await addRows(client, dataset_id, [{ actual_output: 'a' }]);
  const wrong: [object, string][] = [
    [bodyOf(good, { target: undefined }), 'target'],
    [bodyOf(good, { target: { ...TARGET, endpoint_url: 'http://10.0.0.1/v1' } }), 'target.endpoint_url'],
    [bodyOf(good, { target: { ...TARGET, endpoint_url: 'ftp://127.0.0.1/v1' } }), 'target.endpoint_url'],
    [bodyOf(good, { target: { ...TARGET, endpoint_url: `${origin}/v1?key=1` } }), 'target.endpoint_url'],
    [bodyOf(good, { target: { ...TARGET, secret_ref: 'unknown' } }), 'target.secret_ref'],
    // Its key belongs to another origin.
    [bodyOf(good, { target: { ...TARGET, secret_ref: 'other' } }), 'target.secret_ref'],
    [bodyOf(good, { target: { ...TARGET, timeout_seconds: 100_000 } }), 'target.timeout_seconds'],
    [bodyOf(good, { input: { type: 'synthetic_prompts' } }), 'input.prompt_tokens'],
    [bodyOf(good, { input: { type: 'inline_test_cases' } }), 'input.test_cases'],
    [
      bodyOf(good, { input: { type: 'inline_test_cases', test_cases: [{ actual_output: 'a' }] } }),
      'input.test_cases.0',
    ],
    [bodyOf(good, { input: { type: 'dataset', dataset_id } }), 'input.field_mapping'],
    [bodyOf(good, { input: { type: 'dataset', dataset_id, version: 1, limit: 10_001 } }), 'input.limit'],
    [bodyOf(good, { input: { type: 'dataset', dataset_id, version: 1, prompt_tokens: 1 } }), 'input.prompt_tokens'],
    [bodyOf(good, { metrics: [{ metric_key: 'rag.faithfulness' }] }), 'metrics.0.metric_key'],
    [bodyOf(good, { metrics: [{ metric_key: 'perf.goodput' }] }), 'metrics.0.metric_key'],
    [bodyOf(good, { metrics: [{ metric_key: 'perf.qps', params: { a: 1 } }] }), 'metrics.0.params'],
    [bodyOf({ parallel: [1, 21], number: [5] }), 'engine_options.parallel.1'],
    [bodyOf({ rate: [101], number: [5] }), 'engine_options.rate.0'],
    [bodyOf({ number: [3001] }), 'engine_options.number.0'],
    [bodyOf({ parallel: [1], duration_seconds: 61 }), 'engine_options.duration_seconds'],
    [bodyOf({ parallel: [1] }), 'engine_options.number'],
    [bodyOf({ parallel: [1, 2, 3], number: [5, 6] }), 'engine_options.number'],
    [bodyOf({ rate: [5], parallel: [1, 2], number: [5] }), 'engine_options.parallel'],
    [bodyOf({ ...good, arrivals: 'gamma' }), 'engine_options.rate'],
    [bodyOf({ rate: [5], number: [5], burstiness: 2 }), 'engine_options.burstiness'],
    [bodyOf({ number: [5], auto_tune: { by: 'parallel', lowest: 1, highest: 4 } }), 'engine_options.slo'],
    [
      bodyOf({ number: [5], slo: { ttft_ms: 9 }, auto_tune: { by: 'rate', lowest: 9, highest: 4 } }),
      'engine_options.auto_tune.lowest',
    ],
    [
      bodyOf({ number: [5], slo: { ttft_ms: 9 }, auto_tune: { by: 'parallel', lowest: 1, highest: 21 } }),
      'engine_options.auto_tune.highest',
    ],
    [
      bodyOf({ ...good, slo: { ttft_ms: 9 }, auto_tune: { by: 'parallel', lowest: 1, highest: 4 } }),
      'engine_options.auto_tune.by',
    ],
    [bodyOf(good, { input: { ...SYNTHETIC, test_cases: [{ user_input: 'a' }] } }), 'input.test_cases'],
    [{ ...QUALITY, input: { type: 'synthetic_prompts' } }, 'input.type'],
    // Members that the engine would ignore.
    [{ ...QUALITY, engine_options: good }, 'engine_options'],
    [{ ...QUALITY, input: { ...QUALITY.input, prompt_tokens: 10 } }, 'input.prompt_tokens'],
    [{ eval_type: 'rag', input: { type: 'inline_test_cases', test_cases: [{}] } }, 'metrics'],
  ];
  for (const [body, place] of wrong) {
    const { detail } = await client.expect<{ detail: { loc: string[]; msg: string }[] }>(422, 'POST', '/v1/eval/jobs', {
      body,
    });
    assert.deepEqual(
      detail.map(({ loc }) => loc.slice(1).join('.')),
      [place],
      JSON.stringify(detail),
    );
  }
  assert.equal((await server.truth()).requests.length, 0);
});

test('a cancelled run leaves no connection open', async () => {
  await server.play({ ...QUICK, faults: [{ every: 1, at: 0, by: 'hang' }] });
  const jobId = await submit(bodyOf({ parallel: [8], duration_seconds: 60 }));
  await until('all users wait', async () => ((await server.truth()).requests.length === 8 ? true : undefined));
  await client.expect(202, 'POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  await until('all hung up', async () => ((await server.truth()).open === 0 ? true : undefined));
});

test('a level goes on when its worker is killed, and one that ended is not repeated', async () => {
  await server.play({ ...QUICK, ttftMs: [8, 10] });
  const number = 1000;
  const jobId = await submit(bodyOf({ parallel: [1, 1], number: [5, number] }));
  const snapshot = await until('a snapshot of the second level is kept', async () => {
    const row = await database.db.evaluationLevel.findFirst({ where: { jobId, ordinal: 1 }, select: { tally: true } });
    return row?.tally ?? undefined;
  });
  await worker.kill();
  await system.startWorker(PROFILES);
  await client.waitFor(jobId, 'succeeded');
  const [first, second] = (await resultOf(jobId)).levels;
  assert.deepEqual([first?.requests, first?.interruptions], [5, 0]);
  assert.deepEqual([second?.requests, second?.succeeded, second?.interruptions], [number, number, 1]);
  // Only requests after the last snapshot were sent again.
  const { completed } = (snapshot as { counts: { completed: number } }).counts;
  assert.ok(completed > 0);
  const { requests } = await server.truth();
  assert.ok(
    requests.length <= 5 + 2 * number - completed,
    `${requests.length} requests after a snapshot of ${completed}`,
  );
});

test('the catalog has the engine and its metrics', async () => {
  const { items: engines } = await client.expect<{ items: { engine_id: string; eval_types: string[] }[] }>(
    200,
    'GET',
    '/v1/eval/engines',
  );
  assert.deepEqual(engines.find(({ engine_id }) => engine_id === 'performance_evaluator')?.eval_types, ['perf']);
  const { items } = await client.expect<{ items: { metric_key: string; engine_id: string; range: unknown[] }[] }>(
    200,
    'GET',
    '/v1/eval/metrics?evalType=perf',
  );
  assert.ok(items.every(({ engine_id }) => engine_id === 'performance_evaluator'));
  const expected = [
    'qps',
    'goodput',
    'success_rate',
    'ttft',
    'tpot',
    'p50_latency',
    'p90_latency',
    'p99_latency',
    'output_tokens_per_second',
  ];
  for (const name of expected)
    assert.ok(
      items.some(({ metric_key }) => metric_key === `perf.${name}`),
      name,
    );
});
