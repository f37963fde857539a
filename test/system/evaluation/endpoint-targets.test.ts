/** Quality runs that ask an endpoint for the answers that their cases lack. The endpoint is scripted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const KEY = 'sk-only-the-endpoint-sees-this';

const questionIn = ({ body }: ModelCall): string => body.messages?.at(-1)?.content ?? '';
const answer = (content: string | null, message: object = {}, usage?: object, after?: Promise<unknown>): Reply => ({
  body: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...message } }], usage },
  ...(after && { after }),
});
const usage = { prompt_tokens: 40, completion_tokens: 10 };

/** What the endpoint replies; by default it repeats the question. */
let replyFor: (question: string, call: ModelCall) => Reply | null = () => null;
const endpoint = await serveModel((call) => {
  const question = questionIn(call);
  return replyFor(question, call) ?? answer(`Answer to ${question}`, {}, usage);
});
const system = openSystem({
  EVAL_TARGET_ORIGINS: `mine=${new URL(endpoint.url).origin}`,
  SECRET_TARGET_MINE: KEY,
});
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client({ tenant: 'targets', subject: 'ann' });

const TARGET = { type: 'api', protocol: 'openai_compatible', endpoint_url: endpoint.url, timeout_seconds: 20 };
const EXACT = { metric_key: 'text.exact_match' };

const bodyOf = (test_cases: readonly object[], more: object = {}) => ({
  eval_type: 'custom',
  target: TARGET,
  metrics: [EXACT],
  input: { type: 'inline_test_cases', test_cases },
  ...more,
});

async function submit(test_cases: readonly object[], more: object = {}): Promise<string> {
  const sent = { body: bodyOf(test_cases, more) };
  return (await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', sent)).job_id;
}

const resultOf = (jobId: string) => client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${jobId}/result`);

async function run(test_cases: readonly object[], more: object = {}): Promise<EvalQualityResult> {
  const jobId = await submit(test_cases, more);
  await client.waitFor(jobId, 'succeeded');
  return resultOf(jobId);
}

/** The calls since then, by question. */
function callsSince(before: number): ReadonlyMap<string, number> {
  const questions = endpoint.calls.slice(before).map(questionIn);
  return new Map([...Map.groupBy(questions, (question) => question)].map(([question, all]) => [question, all.length]));
}

const scoresOf = ({ case_results }: EvalQualityResult) => case_results.map(({ scores }) => scores[0]?.score);
const reportOf = async ({ reports }: EvalQualityResult, name: string): Promise<string> =>
  (await fetch(reports.find((report) => report.name === name)?.url ?? '')).text();

test('the target of the specification answers the cases that have no answer, and those alone', async () => {
  const before = endpoint.calls.length;
  const result = await run([
    { user_input: 'one', expected_output: 'Answer to one' },
    { user_input: 'two', actual_output: 'mine', expected_output: 'mine' },
    { user_input: 'three', expected_output: 'Another answer' },
    { expected_output: 'A case that asks nothing' },
  ]);
  assert.deepEqual([...callsSince(before).keys()].sort(), ['one', 'three']);
  assert.deepEqual(scoresOf(result), [1, 1, 0, null]);
  assert.deepEqual(result.outputs, { produced: 2, failed: 0 });
  assert.deepEqual(
    result.case_results.map(({ output }) => output?.actual_output ?? null),
    ['Answer to one', null, 'Answer to three', null],
  );
  assert.equal(result.case_results[3]?.scores[0]?.unmeasured, 'field_missing');
  for (const name of ['report.html', 'cases.csv', 'cases.jsonl']) {
    assert.match(await reportOf(result, name), /Answer to three/, name);
  }
  assert.ok(!('model' in (endpoint.calls[before]?.body ?? {})));
});

test('an endpoint gets the key, the prompt and the parameters of the target, and its latency and cost are measured', async () => {
  const before = endpoint.calls.length;
  const target = {
    ...TARGET,
    model: 'small-chat',
    secret_ref: 'mine',
    system_prompt: 'Be brief.',
    temperature: 0.2,
    max_tokens: 64,
    price: { input_usd_per_million: 10, output_usd_per_million: 100 },
  };
  const tools = [{ name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } }];
  replyFor = () =>
    answer(null, { tool_calls: [{ function: { name: 'look_up', arguments: '{"key": "four"}' } }] }, usage);
  const result = await run(
    [{ user_input: 'four', tools, expected_tool_calls: [{ name: 'look_up', arguments: { key: 'four' } }] }],
    {
      target,
      eval_type: 'agentic',
      metrics: ['agent.tool_correctness', 'target.latency', 'target.cost'].map((metric_key) => ({ metric_key })),
    },
  );
  replyFor = () => null;
  const { body, headers } = endpoint.calls[before] ?? assert.fail();
  assert.equal(headers.authorization, `Bearer ${KEY}`);
  assert.deepEqual(body, {
    model: 'small-chat',
    temperature: 0.2,
    max_tokens: 64,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'four' },
    ],
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
  });
  const [correctness, latency, cost] = result.metrics;
  assert.deepEqual([correctness?.mean, cost?.mean], [1, 0.0014]);
  assert.ok((latency?.mean ?? 0) > 0);
  assert.partialDeepStrictEqual(result.case_results[0]?.output, { tool_calls: 1, input_tokens: 40, output_tokens: 10 });
  const { usage: spent } = await client.status(result.job_id);
  const amounts = Object.fromEntries(spent.map(({ unit, amount }) => [unit, amount]));
  assert.partialDeepStrictEqual(amounts, { calls: 1, input_tokens: 40, output_tokens: 10, usd: 0.0014 });
});

test('a conversation is continued, and its answer is judged as its next turn', async () => {
  const before = endpoint.calls.length;
  const turns = [
    { role: 'user', content: 'I am Ada.' },
    { role: 'assistant', content: 'Hello Ada.' },
    { role: 'user', content: 'Who am I?' },
  ];
  const result = await run([{ conversation_turns: turns }, { conversation_turns: turns.slice(0, 2) }], {
    eval_type: 'custom',
    metrics: [{ metric_key: 'target.latency' }],
  });
  assert.deepEqual(
    endpoint.calls.slice(before).map(({ body }) => body.messages),
    [turns],
  );
  const [line = ''] = (await reportOf(result, 'cases.jsonl')).split('\n');
  const { case: subject }: { case: { conversation_turns: object[] } } = JSON.parse(line);
  assert.deepEqual(subject.conversation_turns.at(-1), { role: 'assistant', content: 'Answer to Who am I?' });
});

test('an endpoint that fails in every way costs the cases that it fails, and loses none', async () => {
  const before = endpoint.calls.length;
  const times = new Map<string, number>();
  replyFor = (question) => {
    const nth = (times.get(question) ?? 0) + 1;
    times.set(question, nth);
    const [kind] = question.split(' ');
    if (kind === 'limited' && nth === 1) return { status: 429, retryAfter: 1 };
    if (kind === 'shaken' && nth < 3) return { status: 503 };
    if (kind === 'broken') return { status: 500 };
    if (kind === 'cut') return { cut: 'data', by: 'destroy' };
    if (kind === 'silent') return { hang: null };
    if (kind === 'refused') return { status: 400, code: 'context_length_exceeded', message: `no ${KEY}` };
    if (kind === 'strange') return { body: { hello: 'there' } };
    if (kind === 'long') return answer('x'.repeat(100_001));
    if (kind === 'huge') return answer('x'.repeat(3_000_000));
    if (kind === 'deep') {
      const deep = '['.repeat(20_000) + ']'.repeat(20_000);
      return answer('deep', { tool_calls: [{ function: { name: 'f', arguments: deep } }] });
    }
    if (kind === 'empty') return answer('');
    return null;
  };
  const FAILURES: Readonly<Record<string, RegExp>> = {
    broken: /answered with 500.*asked 3 times/,
    cut: /connection failed.*asked 3 times/i,
    silent: /did not answer within 2 s/,
    refused: /answered with 400 \(context_length_exceeded\)/,
    strange: /no choices/,
    long: /more than 100000 characters/,
    huge: /too large/,
  };
  const kinds = [...Object.keys(FAILURES), 'limited', 'shaken', 'deep', 'empty', 'plain'];
  const cases = kinds.map((kind) => ({
    user_input: `${kind} question`,
    expected_output: `Answer to ${kind} question`,
  }));
  const result = await run(cases, { target: { ...TARGET, timeout_seconds: 2 } });
  replyFor = () => null;
  assert.deepEqual(result.outputs, { produced: 5, failed: 7 });
  const byKind = new Map(result.case_results.map(({ index, ...found }) => [kinds[index], found]));
  for (const [kind, detail] of Object.entries(FAILURES)) {
    const { output, scores } = byKind.get(kind) ?? assert.fail();
    assert.match(output?.failure ?? '', detail, kind);
    assert.deepEqual([scores[0]?.unmeasured, scores[0]?.evidence['about']], ['target_failed', output?.failure]);
  }
  for (const kind of ['limited', 'shaken', 'plain']) assert.equal(byKind.get(kind)?.scores[0]?.score, 1, kind);
  assert.equal(byKind.get('empty')?.output?.actual_output, '');
  assert.equal(byKind.get('deep')?.output?.tool_calls, 1);
  assert.deepEqual(result.metrics[0]?.unmeasured, { target_failed: 7 });
  assert.deepEqual(
    ['silent', 'refused', 'plain', 'shaken'].map((kind) => callsSince(before).get(`${kind} question`)),
    [1, 1, 1, 3],
  );
  assert.doesNotMatch(JSON.stringify(result), new RegExp(KEY));
});

test('a target that refuses every request fails the run with the fix, and a retry goes on where it was', async () => {
  const cases = Array.from({ length: 9 }, (_, index) => ({ user_input: `q ${index}`, expected_output: '' }));
  for (const [reply, fix] of [
    [{ status: 401 }, /secret_ref/],
    [{ status: 404 }, /endpoint_url and model/],
    [{ status: 429, code: 'insufficient_quota' }, /account/],
  ] as const) {
    replyFor = (question) => (question === 'q 0' ? null : reply);
    const before = endpoint.calls.length;
    const jobId = await submit(cases);
    const { error } = await client.waitFor(jobId, 'failed');
    assert.equal(error?.code, 'target_refused');
    assert.match(error?.message ?? '', fix);
    replyFor = () => null;
    await client.expect(202, 'POST', `/v1/jobs/${jobId}/retry`);
    await client.waitFor(jobId, 'succeeded');
    assert.equal(callsSince(before).get('q 0'), 1);
    assert.deepEqual((await resultOf(jobId)).outputs, { produced: 9, failed: 0 });
  }
});

test('a killed worker repeats no call that was finished', async () => {
  const before = endpoint.calls.length;
  const cases = Array.from({ length: 60 }, (_, index) => ({ user_input: `k ${index}`, expected_output: '' }));
  const gate = Promise.withResolvers<void>();
  const held = new Set<string>();
  replyFor = (question) => {
    if (callsSince(before).size <= 30) return null;
    held.add(question);
    return answer(`Answer to ${question}`, {}, usage, gate.promise);
  };
  const jobId = await submit(cases, { target: { ...TARGET, timeout_seconds: 120 } });
  let [seen, polls] = [0, 0];
  await until('every step waits for a call that is held', async () => {
    polls = seen === held.size ? polls + 1 : 0;
    seen = held.size;
    return seen >= 4 && polls >= 10 ? true : undefined;
  });
  const { progress } = await client.status(jobId);
  assert.equal(progress?.unit, 'outputs');
  await worker.kill();
  replyFor = () => null;
  gate.resolve();
  await system.startWorker();
  await client.waitFor(jobId, 'succeeded');
  assert.deepEqual((await resultOf(jobId)).outputs, { produced: 60, failed: 0 });
  const repeated = [...callsSince(before)].filter(([, times]) => times > 1).map(([question]) => question);
  assert.ok(repeated.length > 0);
  assert.deepEqual(
    repeated.filter((question) => !held.has(question)),
    [],
  );
});

test('a limit stops the target, and what it was not asked is counted', async () => {
  const before = endpoint.calls.length;
  const cases = Array.from({ length: 60 }, (_, index) => ({ user_input: `b ${index}`, expected_output: '' }));
  const result = await run(cases, { max_tokens: 2600 });
  const asked = callsSince(before).size;
  assert.ok(asked > 0 && asked < 60, String(asked));
  assert.deepEqual(
    [result.stopped_by, result.metrics[0]?.measured, result.metrics[0]?.unmeasured],
    ['max_tokens', asked, { over_budget: 60 - asked }],
  );
});

test('a synchronous run asks the target, too, and shows why it refuses', async () => {
  const body = bodyOf([{ user_input: 'sync', expected_output: 'Answer to sync' }]);
  assert.deepEqual(scoresOf(await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', { body })), [1]);
  replyFor = () => ({ status: 403 });
  const { error } = await client.expect<{ error: { code: string } }>(409, 'POST', '/v1/eval/sync', { body });
  replyFor = () => null;
  assert.equal(error.code, 'target_refused');
});

test('a target that cannot be asked is refused before the job starts', async () => {
  const refusal = async (target: object): Promise<string[]> => {
    const sent = { body: bodyOf([{ user_input: 'q' }], { target: { ...TARGET, ...target } }) };
    const { detail } = await client.expect<{ detail: { loc: string[] }[] }>(422, 'POST', '/v1/eval/jobs', sent);
    return detail.map(({ loc }) => loc.slice(1).join('.'));
  };
  assert.deepEqual(await refusal({ endpoint_url: 'http://10.0.0.1/v1' }), ['target.endpoint_url']);
  assert.deepEqual(await refusal({ endpoint_url: 'https://llm.example.com/v1', secret_ref: 'mine' }), [
    'target.secret_ref',
  ]);
  assert.deepEqual(await refusal({ secret_ref: 'nobody' }), ['target.secret_ref']);
  assert.deepEqual(await refusal({ timeout_seconds: 86_400 }), ['target.timeout_seconds']);
  assert.deepEqual(await refusal({ endpoint_url: undefined }), ['target.endpoint_url']);
  assert.deepEqual(await refusal({ top_k: 3 }), ['target.top_k']);
  const sent = { body: bodyOf([{ user_input: 'q' }], { max_cost_usd: 1 }) };
  const { detail } = await client.expect<{ detail: { loc: string[] }[] }>(422, 'POST', '/v1/eval/jobs', sent);
  assert.deepEqual(detail[0]?.loc, ['body', 'target', 'price']);
});
