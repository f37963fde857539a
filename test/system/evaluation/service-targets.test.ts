/**
 * Quality runs whose targets are part of the installation: a chat model, and the search of a dataset. The models are
 * scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { cognifiedTexts } from '../../support/knowledge/client.ts';
import { jsonReply, plainReply, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

type Client = Awaited<ReturnType<typeof api.client>>;

let replyFor: (call: ModelCall) => Reply | null = () => null;
/** Vectors wait for it. */
let mayEmbed: Promise<void> = Promise.resolve();
const model = await serveModel((call) => {
  if (call.body.messages === undefined) return { ...plainReply(call), after: mayEmbed };
  const last = call.body.messages.at(-1)?.content ?? '';
  return replyFor(call) ?? { text: `Answer to ${last}`, tokens: { input: 20, output: 5 } };
});
const { api } = await borrowSystem('knowledge', { vectors: model.url, main: model.url });
const database = sharedDatabase();
const client = await api.client({ subject: 'ann' });

const bodyOf = (target: object, test_cases: readonly object[], more: object = {}) => ({
  eval_type: 'custom',
  target,
  metrics: [{ metric_key: 'text.exact_match' }],
  judges: ['built_in'],
  input: { type: 'inline_test_cases', test_cases },
  ...more,
});

async function run(body: object, by: Client = client): Promise<EvalQualityResult> {
  const { job_id } = await by.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
  await by.waitFor(job_id, 'succeeded');
  return by.expect(200, 'GET', `/v1/eval/jobs/${job_id}/result`);
}

test('a chat model of the settings answers, with its cost, and one that declines costs the case', async () => {
  const target = { type: 'model', name: 'main', system_prompt: 'Be brief.', temperature: 0, max_tokens: 50 };
  replyFor = ({ body }) => {
    const last = body.messages?.at(-1)?.content;
    if (last === 'Say nothing') return { text: '' };
    return last === 'Decline' ? { refusal: 'No.' } : null;
  };
  const before = model.calls.length;
  const cases = ['Who?', 'Say nothing', 'Decline'].map((user_input) => ({
    user_input,
    expected_output: 'Answer to Who?',
  }));
  const result = await run(
    bodyOf(target, cases, { metrics: [{ metric_key: 'text.exact_match' }, { metric_key: 'target.cost' }] }),
  );
  replyFor = () => null;
  const { body } =
    model.calls.slice(before).find(({ body }) => body.messages?.at(-1)?.content === 'Who?') ?? assert.fail();
  assert.deepEqual(
    [body.messages?.[0], body['temperature'], body['max_tokens']],
    [{ role: 'system', content: 'Be brief.' }, 0, 50],
  );
  const [answered, silent, declined] = result.case_results.map(({ output }) => output);
  assert.partialDeepStrictEqual(answered, { actual_output: 'Answer to Who?', cost_usd: 0.00007, input_tokens: 20 });
  assert.equal(silent?.actual_output, '');
  assert.match(declined?.failure ?? '', /declined/);
  assert.deepEqual(
    result.case_results.map(({ scores }) => scores[0]?.score ?? scores[0]?.unmeasured),
    [1, 0, 'target_failed'],
  );
  const { usage } = await client.status(result.job_id);
  assert.ok(usage.some(({ source, unit }) => source === 'main' && unit === 'usd'));
});

test('calls of tools of a model are read from its stream', async () => {
  const tools = [{ name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } }];
  replyFor = () => ({ calls: [{ name: 'look_up', arguments: '{"key": "four"}' }] });
  const before = model.calls.length;
  const subject = {
    user_input: 'Look up',
    tools,
    expected_tool_calls: [{ name: 'look_up', arguments: { key: 'four' } }],
  };
  const metrics = [{ metric_key: 'agent.tool_correctness' }];
  const result = await run(bodyOf({ type: 'model', name: 'main' }, [subject], { eval_type: 'agentic', metrics }));
  replyFor = () => null;
  assert.equal(result.metrics[0]?.mean, 1);
  assert.deepEqual(
    model.calls[before]?.body['tools'],
    tools.map((tool) => ({ type: 'function', function: tool })),
  );
});

test('the limit of a run covers the model that answers', async () => {
  const cases = Array.from({ length: 40 }, (_, index) => ({ user_input: `Q ${index}`, expected_output: 'x' }));
  const result = await run(bodyOf({ type: 'model', name: 'main' }, cases, { max_cost_usd: 0.025 }));
  const { produced = 0, failed = 0 } = result.outputs ?? {};
  assert.deepEqual([result.stopped_by, produced + failed], ['max_cost_usd', 40]);
  assert.ok(produced > 0 && failed > 0, `${produced} ${failed}`);
});

const TEXTS = [
  { label: 'Travel', text: 'Expenses above 500 euros are approved by the finance board.' },
  { label: 'Gate', text: 'The gate of the lock closes at high water.' },
];
const QUESTION = { user_input: 'Who approves expenses above 500 euros?', expected_output: TEXTS[0]?.text };

async function newDataset(key: string, by: Client = client): Promise<string> {
  return cognifiedTexts(by, key, TEXTS, { extractor: 'rules' });
}

test('the search of a dataset is judged as its users see it: passages and answer', async () => {
  const dataset_id = await newDataset('searched');
  const target = { type: 'knowledge', dataset_id, top_k: 2 };
  const metrics = ['rag.faithfulness', 'rag.context_recall', 'target.latency'].map((metric_key) => ({ metric_key }));
  const answered = { answered: true, sentences: [{ text: TEXTS[0]?.text, passages: [1] }] };
  replyFor = ({ body }) => (body.response_format?.json_schema.name === 'answer' ? jsonReply(answered) : null);
  const unanswerable = { user_input: 'Who is it?', expected_output: 'Nobody' };
  const result = await run(bodyOf(target, [QUESTION, unanswerable], { eval_type: 'rag', metrics }));
  const [found, refused] = result.case_results;
  assert.match(found?.output?.actual_output ?? '', /finance board/);
  assert.equal(found?.output?.retrieval_contexts, 2);
  // Recall compares vectors, and those of the script say nothing.
  const [faithfulness, recall] = found?.scores.map(({ score }) => score) ?? [];
  assert.ok((faithfulness ?? 0) > 0.5 && typeof recall === 'number', JSON.stringify(found));
  assert.match(refused?.output?.failure ?? '', /at least one word/);
  const lines = await (await fetch(result.reports.find(({ name }) => name === 'cases.jsonl')?.url ?? '')).text();
  assert.match(lines, /Expenses above 500 euros/);

  replyFor = () => null;

  // Without an answer, what needs none is measured.
  const passages = bodyOf({ type: 'knowledge', dataset_key: 'searched', search_type: 'CHUNKS_LEXICAL' }, [QUESTION], {
    eval_type: 'rag',
    metrics,
  });
  const { case_results } = await run(passages);
  assert.equal(case_results[0]?.output?.actual_output, null);
  assert.deepEqual(
    case_results[0]?.scores.map(({ score, unmeasured }) => unmeasured ?? score !== null),
    ['field_missing', true, true],
  );
});

test('a dataset is searched for, and its passages are shown to, those who may read it', async () => {
  const dataset_id = await newDataset('private');
  const path = `/v1/knowledge/datasets/${dataset_id}`;
  const access_policy = { access_level: 'private' };
  const body = bodyOf({ type: 'knowledge', dataset_id }, [QUESTION]);
  const { job_id } = await run(body);
  await client.expect(200, 'PATCH', path, { body: { access_policy } });
  const refusal = async (by: Client, method: string, url: string, sent: object = {}): Promise<string> => {
    const { status, body } = await by.send<{ code: string }>(method, url, sent);
    return `${status} ${body.code}`;
  };
  const { tenant } = client;
  const scopes = ['eval:read', 'eval:write'];
  const ben = await api.client({ tenant, subject: 'ben' });
  for (const [by, code] of [
    [await api.client(), '404 not_found'],
    [ben, '403 access_denied'],
    [await api.client({ tenant, subject: 'ann', scopes }), '403 insufficient_scope'],
  ] as const) {
    assert.equal(await refusal(by, 'POST', '/v1/eval/jobs', { body }), code);
    assert.equal(await refusal(by, 'POST', '/v1/eval/sync', { body }), code);
    assert.equal(await refusal(by, 'GET', `/v1/eval/jobs/${job_id}/result`), code);
  }
  await client.expect(200, 'GET', `/v1/eval/jobs/${job_id}/result`);
});

test('the policy of a dataset counts when its search is asked', async () => {
  const dataset_id = await newDataset('withdrawn');
  const ben = await api.client({ tenant: client.tenant, subject: 'ben' });
  const { promise, resolve } = Promise.withResolvers<void>();
  mayEmbed = promise;
  const before = model.calls.length;
  // More than are asked about at once.
  const asked = Array.from({ length: 6 }, (_, index) => ({
    ...QUESTION,
    user_input: `${QUESTION.user_input} ${index}`,
  }));
  const body = bodyOf({ type: 'knowledge', dataset_id }, asked);
  const { job_id } = await ben.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
  await until('the first searches wait', async () => (model.calls.length > before ? true : undefined));
  const access_policy = { access_level: 'private' };
  await client.expect(200, 'PATCH', `/v1/knowledge/datasets/${dataset_id}`, { body: { access_policy } });
  resolve();
  const { error } = await ben.waitFor(job_id, 'failed');
  assert.equal(error?.code, 'access_denied');
});

test('what an output quotes goes with the document, and scores stay', async () => {
  const dataset_id = await newDataset('removed');
  const metrics = [{ metric_key: 'rag.faithfulness' }];
  const asked = [QUESTION, { user_input: 'When does the gate of the lock close?' }];
  const target = { type: 'knowledge', dataset_id, top_k: 1 };
  const before = await run(bodyOf(target, asked, { eval_type: 'rag', metrics }));
  const { job_id } = before;
  const { items } = await client.expect<{ items: { document_id: string; label: string }[] }>(
    ...([200, 'GET', `/v1/knowledge/datasets/${dataset_id}/documents`] as const),
  );
  const { document_id } = items.find(({ label }) => label === 'Travel') ?? assert.fail();
  const removal = await client.expect<{ job_id: string }>(
    ...([202, 'DELETE', `/v1/knowledge/datasets/${dataset_id}/documents/${document_id}`] as const),
  );
  await client.waitFor(removal.job_id, 'succeeded');
  const result = await client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${job_id}/result`);
  const [travel, gate] = result.case_results;
  assert.deepEqual([travel?.output?.actual_output, travel?.scores[0]?.evidence], [null, {}]);
  assert.match(travel?.output?.failure ?? '', /removed/);
  assert.equal(travel?.scores[0]?.score, before.case_results[0]?.scores[0]?.score);
  assert.match(gate?.output?.actual_output ?? '', /gate/);
  assert.deepEqual(result.reports, []);
  for (const { url } of before.reports) assert.equal((await fetch(url)).status, 404);
  const rows = await database.db.evaluationCase.findMany({
    where: { jobId: job_id },
    select: { output: true, scores: true },
    orderBy: { ordinal: 'asc' },
  });
  assert.doesNotMatch(
    JSON.stringify(rows[0], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    /finance/,
  );
});

test('a target that the installation does not have is refused with what it has', async () => {
  const refusal = async (target: object): Promise<string> => {
    const body = bodyOf(target, [QUESTION]);
    const { detail } = await client.expect<{ detail: { loc: string[]; msg: string }[] }>(422, 'POST', '/v1/eval/jobs', {
      body,
    });
    return detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n');
  };
  assert.match(await refusal({ type: 'model', name: 'vectors' }), /^target\.name: .*Known: main\./);
  assert.match(await refusal({ type: 'model' }), /^target\.name: /);
  assert.match(await refusal({ type: 'model', name: 'main', top_k: 3 }), /^target\.top_k: Leave out/);
  assert.match(await refusal({ type: 'knowledge' }), /^target\.dataset_id: /);
  const useless = { type: 'knowledge', dataset_key: 'searched', search_type: 'CHUNKS_LEXICAL', hops: 1 };
  assert.match(
    await refusal(useless),
    /^target\.hops: Leave out target\.hops: the search type CHUNKS_LEXICAL has no use for it\./,
  );
});
