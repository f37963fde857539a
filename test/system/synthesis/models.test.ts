/** Synthetic data made by a language model, over HTTP. The model is scripted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SynthesisEngineList } from '../../../api/synthesis/catalog.ts';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { documentIdOfJob } from '../../../domain/ids.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import type { Static } from 'typebox';
import { writeQuestions } from '../../support/servers/question-writer.ts';
import { serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { borrowSystem, sharedSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

let replyFor: (call: ModelCall) => Reply | null = () => null;
const server = await serveModel((call) => replyFor(call) ?? writeQuestions(call));
const [{ api }, { api: plain }] = await Promise.all([
  borrowSystem('judges', { one: server.url, two: server.url }),
  sharedSystem(),
]);
const database = sharedDatabase();

type Client = Awaited<ReturnType<typeof api.client>>;

/** Sentences that have no three words in a row in common. */
const TOWNS = ['Norwich', 'Totton', 'Ripon', 'Hexham', 'Lewes', 'Bodmin', 'Oakham', 'Wells', 'Truro', 'Kelso'];
const THINGS = ['mill', 'bridge', 'school', 'market', 'tower', 'harbour', 'library', 'theatre'];
const WORKS = ['opened', 'burned', 'closed', 'moved', 'flooded', 'grew'];
const CONTEXTS = TOWNS.flatMap((town, at) =>
  THINGS.map((thing, of) => ({
    title: `${town} ${thing}`,
    text: WORKS.map((work, nth) => `${town} ${thing} ${work}${nth} in ${1100 + 60 * at + 7 * of + nth}.`).join(' '),
  })),
);
const questions = (more: object) => ({
  body: { engine_id: 'grounded_qa', input: { type: 'contexts', contexts: CONTEXTS }, ...more },
});

async function synthesize(client: Client, more: object): Promise<SynthesisResult> {
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', questions(more));
  await client.waitFor(job_id, 'succeeded');
  return client.expect(200, 'GET', `/v1/synthesis/jobs/${job_id}/result`);
}

async function itemsOf({ outputs }: SynthesisResult): Promise<readonly Record<string, unknown>[]> {
  const text = await (await fetch(outputs.find(({ name }) => name === 'items.jsonl')?.url ?? '')).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a third of the calls is broken, and there are as many items as were asked for', async () => {
  let calls = 0;
  replyFor = ({ body }) => {
    const isRepair = (body.messages?.length ?? 0) > 2;
    return isRepair || calls++ % 3 === 0 ? { text: 'I would rather not.' } : null;
  };
  const result = await synthesize(await api.client(), { count: 200 });
  replyFor = () => null;
  assert.deepEqual([result.asked, result.accepted, result.shortfall], [200, 200, null]);
  assert.ok(Number(result.rejected['output']) > 20, JSON.stringify(result.rejected));
  const items = await itemsOf(result);
  assert.equal(new Set(items.map(({ question }) => question)).size, 200);
  const kinds = new Set(items.map(({ kind }) => kind));
  assert.deepEqual(
    [...kinds].map(String).sort((a, b) => a.localeCompare(b)),
    ['comparison', 'multi_hop', 'single_hop', 'temporal', 'unanswerable'],
  );
  for (const { provenance } of items) {
    const { model, evidence } = provenance as {
      model: string;
      evidence: { source: string; start: number; end: number; quote: string }[];
    };
    assert.equal(model, 'one');
    for (const { source, start, end, quote } of evidence) {
      assert.equal(CONTEXTS[Number(source.replace('contexts/', ''))]?.text.slice(start, end), quote);
    }
  }
});

test('a model that takes few calls at a time is asked again, and nothing is lost or paid twice', async () => {
  const run = async (reply: (call: ModelCall) => Reply | null) => {
    const answered: string[] = [];
    let refused = 0;
    replyFor = (call) => {
      const refusal = reply(call);
      if (refusal === null) answered.push(JSON.stringify(call.body.messages));
      else refused++;
      return refusal;
    };
    const client = await api.client();
    const result = await synthesize(client, { count: 40, seed: 2 });
    replyFor = () => null;
    const { usage } = await client.status(result.job_id);
    return { result, answered, refused, paid: usage.find(({ unit }) => unit === 'calls')?.amount };
  };
  const calm = await run(() => null);
  let calls = 0;
  // At first none, then every third.
  const limited = await run(() => (calls++ < 10 || calls % 3 === 0 ? { status: 429, retryAfter: 1 } : null));
  assert.deepEqual([limited.result.accepted, limited.result.rejected], [40, {}]);
  assert.deepEqual(limited.result.items, calm.result.items);
  assert.ok(limited.refused > 10, String(limited.refused));
  assert.equal(new Set(limited.answered).size, limited.answered.length, 'no finished call is repeated');
  assert.deepEqual(limited.answered.toSorted(), calm.answered.toSorted());
  assert.deepEqual([limited.paid, calm.paid], [calm.answered.length, calm.answered.length]);
});

test('the job of a client that closes the connection goes on', async () => {
  const client = await api.client();
  const [asked, silence] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  replyFor = (call) => {
    asked.resolve();
    return { ...writeQuestions(call), after: silence.promise };
  };
  const closing = new AbortController();
  const waiting = fetch(`${api.url}/v1/synthesis/sync`, {
    method: 'POST',
    headers: { Authorization: client.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(questions({ count: 3, seed: 8 }).body),
    signal: closing.signal,
  });
  await asked.promise;
  closing.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  silence.resolve();
  const job = await until('the job is listed', async () => {
    const { items } = await client.expect<{ items: { job_id: string }[] }>(200, 'GET', '/v1/jobs?kind=synthesis.run');
    return items[0];
  });
  await client.waitFor(job.job_id, 'succeeded');
  replyFor = () => null;
  const result = await client.expect<SynthesisResult>(200, 'GET', `/v1/synthesis/jobs/${job.job_id}/result`);
  assert.equal(result.accepted, 3);
});

test('an equal request of the tenant asks nothing again, and gives the same items', async () => {
  const client = await api.client();
  const first = await synthesize(client, { count: 30, seed: 3 });
  const before = server.calls.length;
  const second = await synthesize(client, { count: 30, seed: 3 });
  assert.equal(server.calls.length, before);
  assert.deepEqual(second.items, first.items);
  const other = await synthesize(client, { count: 30, seed: 4 });
  assert.notDeepEqual(other.items, first.items);
});

test('a document that is removed while a model reads it leaves no finished call', async () => {
  const client = await api.client();
  const mill = '# Carrow Mill\n\nCarrow Mill was built in 1783. It grinds wheat for Norwich.';
  const { object_id } = await client.upload(Buffer.from(mill), 'mill.md');
  const parsed = await client.submitOne(`service://objects/${object_id}`);
  await client.waitFor(parsed, 'succeeded');
  const id = documentIdOfJob(parsed);
  const [asked, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  replyFor = (call) => {
    asked.resolve();
    return { ...writeQuestions(call), after: removed.promise };
  };
  const input = { type: 'documents', document_ids: [id] };
  const order = questions({ count: 1, input, options: { kinds: { single_hop: 1 } } });
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', order);
  await asked.promise;
  await database.db.document.delete({ where: { id } });
  removed.resolve();
  await client.waitFor(job_id, 'succeeded');
  replyFor = () => null;
  assert.equal(await database.db.modelCall.count({ where: { tenantId: client.tenant } }), 0);
});

test('a model whose items are all rejected is not asked for long', async () => {
  const client = await api.client();
  replyFor = () => ({ text: JSON.stringify({ questions: [] }), tokens: { input: 10, output: 1 } });
  const before = server.calls.length;
  const result = await synthesize(client, { count: 3, seed: 7 });
  replyFor = () => null;
  assert.deepEqual([result.accepted, result.shortfall?.reasons], [0, ['rounds', 'rejected']]);
  assert.ok(server.calls.length - before < 60, String(server.calls.length - before));
});

test('limits end a synthesis with what it has, and the result names them', async () => {
  const client = await api.client();
  const byTokens = await synthesize(client, { count: 100, seed: 5, max_tokens: 3000 });
  assert.deepEqual(byTokens.shortfall?.reasons, ['max_tokens']);
  assert.ok(byTokens.accepted > 0 && byTokens.accepted < 100, String(byTokens.accepted));
  const { usage } = await client.status(byTokens.job_id);
  const tokens = usage.filter(({ unit }) => unit.endsWith('_tokens')).reduce((sum, { amount }) => sum + amount, 0);
  assert.ok(tokens <= 3000, String(tokens));
  // Half a token: the first call does not fit.
  const before = server.calls.length;
  const byCost = await synthesize(client, { count: 10, seed: 6, max_cost_usd: 0.000005 });
  assert.deepEqual([byCost.accepted, byCost.shortfall?.reasons], [0, ['max_cost_usd']]);
  assert.equal(server.calls.length, before);
});

const BY_RULES = {
  count: 1,
  input: { type: 'contexts', contexts: [{ title: 'Carrow Mill', text: 'Carrow Mill was built in 1783.' }] },
  options: { kinds: { temporal: 1 } },
};

test('rules make questions where they are asked to, and no model is called', async () => {
  const before = server.calls.length;
  const result = await synthesize(await api.client(), { ...BY_RULES, generator: 'rules' });
  assert.equal(result.items[0]?.provenance['made_by'], 'rules');
  assert.equal(server.calls.length, before);
});

for (const [what, body, loc] of [
  ['a model that there is not', { generator: 'nobody' }, 'body.generator'],
  ['a limit on rules', { generator: 'rules', max_tokens: 10 }, 'body.max_tokens'],
  ['a format of other items', { engine_id: 'perturb', formats: ['jsonl', 'chat_jsonl'] }, 'body.formats.1'],
  ['a kind that no model makes', { options: { kinds: { cloze: 1 } } }, 'body.options.kinds.cloze'],
] as const) {
  test(`${what} is refused before anything is spent`, async () => {
    const client = await api.client();
    const answer = await client.expect<{ detail: { loc: string[] }[] }>(
      422,
      'POST',
      '/v1/synthesis/jobs',
      questions(body),
    );
    assert.equal(answer.detail[0]?.loc.join('.'), loc);
  });
}

test('the catalog says who can make items here', async () => {
  type Engines = Static<typeof SynthesisEngineList>;
  const [with_, without] = await Promise.all(
    [api, plain].map(async (at) => (await at.client()).expect<Engines>(200, 'GET', '/v1/synthesis/engines')),
  );
  const generators = (list: Engines | undefined) =>
    list?.items.find(({ engine_id }) => engine_id === 'grounded_qa')?.generators;
  assert.deepEqual([generators(with_), generators(without)], [['rules', 'one', 'two'], ['rules']]);
});
