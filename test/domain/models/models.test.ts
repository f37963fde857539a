/** Models by role: what is paid for once, what it costs, and the limit of calls. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Type } from 'typebox';
import { removeCalls, removeCallsOfRemovedTexts, removeOldCalls } from '../../../domain/models/finished-calls.ts';
import { openModels } from '../../../domain/models/index.ts';
import type { ChatCaller } from '../../../domain/models/callers.ts';
import type { Measure } from '../../../domain/jobs/usage.ts';
import { addUsage } from '../../../domain/jobs/usage.ts';
import { ServiceError } from '../../../errors/index.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import { until } from '../../support/until.ts';

const server = await serveModel();
const database = sharedDatabase();
const { db } = database;

const PRICES = { INPUT_USD_PER_MILLION: '2', OUTPUT_USD_PER_MILLION: '10' };
const settings = {
  ...modelSettings('main', server, PRICES),
  ...modelSettings('embedder', server, { DIMENSIONS: '8' }),
  ...modelSettings('ranker', server, { KIND: 'rerank' }),
};
const open = (more: Readonly<Record<string, string>> = {}) =>
  openModels(readSettings({ ...settings, ...more }, readModels), {
    database,
    secrets: { read: async () => [] },
    network: { allow: [], proxy: null },
  });
const models = open();

/** A caller of a tenant of its own, with what it has spent. */
function newCaller(more: Partial<ChatCaller> = {}) {
  const spent: Measure[] = [];
  const caller = {
    tenantId: `t-${randomUUID()}`,
    signal: new AbortController().signal,
    about: ['doc_1'],
    spend: (measure: Measure) => void spent.push(measure),
    ...more,
  };
  return { caller, spent };
}
const request = { messages: [{ role: 'user', content: 'Say ok.' }], maxTokens: 10 } as const;
const isError = (code: string, details: object) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.code, code);
  assert.partialDeepStrictEqual(error.details, details);
  return true;
};

test('another attempt finds a finished call, at no cost', async () => {
  const { caller, spent } = newCaller();
  const before = server.calls.length;
  const first = await models.chat('extract', request, caller);
  assert.deepEqual(addUsage(spent), [
    { source: 'main', unit: 'calls', amount: 1 },
    { source: 'main', unit: 'input_tokens', amount: 10 },
    { source: 'main', unit: 'output_tokens', amount: 1 },
    { source: 'main', unit: 'usd', amount: 0.00003 },
  ]);
  const parts: string[] = [];
  const again = { ...caller, onText: (part: string) => void parts.push(part) };
  assert.deepEqual(await open().chat('extract', request, again), first);
  assert.deepEqual([server.calls.length, spent.length, parts], [before + 1, 4, ['ok']]);
});

test(
  'another tenant, another request and another model each pay for a call of their own, and so do calls that are ' +
    'not kept',
  async () => {
    const { caller } = newCaller();
    const before = server.calls.length;
    await models.chat('extract', request, caller);
    await models.chat('extract', request, newCaller().caller);
    await models.chat('extract', { ...request, seed: 1 }, caller);
    await open({ MODEL_MAIN_ID: 'other' }).chat('extract', request, caller);
    for (const time of [1, 2]) {
      await models.chat('answer', request, { ...caller, about: null });
      assert.equal(server.calls.length, before + 4 + time);
    }
  },
);

test('neither a repaired output nor one that stays invalid is paid for twice', async () => {
  const schema = { name: 'answer', schema: Type.Object({ answer: Type.Integer() }) };
  for (const second of [jsonReply({ answer: 42 }), { text: 'still wrong' }]) {
    const { caller } = newCaller();
    const before = server.calls.length;
    server.next({ text: 'forty-two' }, second);
    const attempt = async () => Promise.allSettled([models.extract('extract', { ...request, schema }, caller)]);
    assert.deepEqual(await attempt(), await attempt());
    assert.equal(server.calls.length, before + 2);
  }
});

const SCORE = { name: 'score', schema: Type.Object({ reason: Type.String(), score: Type.Integer() }) };
const SCORED = '{"reason": "2 of 3", "score": 4}';
const CHANCES = { at: SCORED.indexOf('4'), of: { '4': 0.5, ' 5': 0.25, '3': 0.125, '"': 0.125 } };

test('a score comes with the probabilities of its digit, the same ones when the call is found again', async () => {
  const { caller, spent } = newCaller();
  server.next({ text: SCORED, chances: CHANCES });
  const first = await models.weigh('judge', { ...request, schema: SCORE }, caller);
  const { digits } = first;
  assert.deepEqual(
    [first.value, Object.entries(digits ?? {}).map(([digit, chance]) => [digit, Math.round(chance * 1000)])],
    [
      { reason: '2 of 3', score: 4 },
      [
        ['3', 125],
        ['4', 500],
        ['5', 250],
      ],
    ],
  );
  const body = server.calls.at(-1)?.body ?? assert.fail();
  assert.deepEqual([body['logprobs'], body['top_logprobs']], [true, 20]);
  const paid = spent.length;
  assert.deepEqual(await open().weigh('judge', { ...request, schema: SCORE }, caller), first);
  assert.equal(spent.length, paid);
});

test('an output that does not end with a digit has no probabilities, nor has one of an endpoint that gives none', async () => {
  const weigh = async () => (await models.weigh('judge', { ...request, schema: SCORE }, newCaller().caller)).digits;
  const other = '{"score": 4, "reason": "3 of 4"}';
  server.next({ text: other, chances: { at: other.lastIndexOf('4'), of: { '4': 1 } } });
  assert.equal(await weigh(), null);
  server.next({ text: SCORED });
  assert.equal(await weigh(), null);
});

test('an endpoint that refuses to give probabilities is asked without them, from then on at once', async () => {
  const others = open();
  const weigh = () => others.weigh('judge', { ...request, schema: SCORE }, newCaller().caller);
  const before = server.calls.length;
  server.next({ status: 400 }, { text: SCORED }, { text: SCORED });
  assert.deepEqual(await weigh(), { value: { reason: '2 of 3', score: 4 }, digits: null });
  await weigh();
  assert.deepEqual(
    server.calls.slice(before).map(({ body }) => body['logprobs']),
    [true, undefined, undefined],
  );
});

test('of equal calls at once one is made, and the others get its output at no cost', async () => {
  const gate = Promise.withResolvers<null>();
  server.next({ text: 'the first', after: gate.promise });
  const before = server.calls.length;
  const [one, ...others] = [newCaller(), newCaller(), newCaller()];
  const { tenantId } = one.caller;
  const calls = [one, ...others].map(({ caller }) => models.chat('extract', request, { ...caller, tenantId }));
  await until('a call came', async () => server.calls.length > before || undefined);
  gate.resolve(null);
  const texts = (await Promise.all(calls)).map(({ text }) => text);
  assert.deepEqual([texts, server.calls.length], [Array(3).fill('the first'), before + 1]);
  assert.deepEqual([one.spent.length > 0, others.flatMap(({ spent }) => spent)], [true, []]);
});

test('a caller that waits for another’s call makes it itself when the other gives up, and fails with it otherwise', async () => {
  const stop = new AbortController();
  const { caller } = newCaller();
  server.next({ hang: null }, { text: 'the second' });
  const before = server.calls.length;
  const given = models.chat('extract', request, { ...caller, signal: stop.signal });
  const waiting = models.chat('extract', request, caller);
  await until('a call came', async () => server.calls.length > before || undefined);
  stop.abort(new Error('given up'));
  await assert.rejects(given, /given up/);
  assert.equal((await waiting).text, 'the second');

  const { caller: another } = newCaller();
  server.next({ status: 500 }, { text: 'the fourth' });
  const both = await Promise.allSettled([1, 2].map(() => models.chat('extract', request, another)));
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal((await models.chat('extract', request, another)).text, 'the fourth');
});

test('a failed call is not kept; an empty output is an error', async () => {
  const { caller } = newCaller();
  server.next({ status: 500 });
  await assert.rejects(models.chat('extract', request, caller), isError('model_unavailable', { status: 500 }));
  assert.equal((await models.chat('extract', request, caller)).text, 'ok');
  server.next({ text: ' ' });
  await assert.rejects(
    models.chat('extract', request, newCaller().caller),
    isError('model_output_invalid', { reason: 'empty' }),
  );
});

test('finished calls are removed with what they quote, or after a week', async () => {
  const { caller } = newCaller();
  const { tenantId } = caller;
  for (const about of [['doc_1'], ['doc_2'], ['doc_3'], ['doc_0', 'doc_1', 'doc_3']]) {
    const messages = [{ role: 'user', content: about.join(' ') }] as const;
    await models.chat('extract', { ...request, messages }, { ...caller, about });
  }
  assert.equal(await removeCalls(db, tenantId, ['doc_1', 'doc_0']), 2);
  assert.equal(await removeCalls(db, 'another', ['doc_2']), 0);
  const old = new Date(Date.now() - 8 * 86_400_000);
  await db.modelCall.updateMany({ where: { tenantId, about: { equals: ['doc_2'] } }, data: { createdAt: old } });
  const told: number[] = [];
  const removed = await removeOldCalls(db, (count) => told.push(count));
  assert.ok(removed >= 1 && told.at(-1) === removed);
  const left = await db.modelCall.findMany({ where: { tenantId } });
  assert.deepEqual(
    left.map(({ about }) => about),
    [['doc_3']],
  );
});

test('calls that quote a text which was removed while a model read it are removed', async () => {
  const { caller } = newCaller();
  const { tenantId } = caller;
  for (const about of [['doc_1'], ['doc_2'], ['doc_1', 'doc_2']]) {
    const messages = [{ role: 'user', content: about.join(' ') }] as const;
    await models.chat('extract', { ...request, messages }, { ...caller, about });
  }
  const texts = [{ id: 1 }, { id: 2 }];
  const subjectsOf = ({ id }: { readonly id: number }): string[] => [`doc_${id}`];
  const kept = async () => (await db.modelCall.findMany({ where: { tenantId } })).map(({ about }) => about);
  await removeCallsOfRemovedTexts(db, { tenantId, texts, present: texts, subjectsOf });
  assert.equal((await kept()).length, 3);
  await removeCallsOfRemovedTexts(db, { tenantId, texts, present: [{ id: 2 }], subjectsOf });
  assert.deepEqual(await kept(), [['doc_2']]);
});

test('a role without a model fails with an error that says so, without a request', async () => {
  const none = openModels(readSettings({}, readModels), {
    database,
    secrets: { read: async () => [] },
    network: { allow: [], proxy: null },
  });
  const { caller } = newCaller();
  assert.equal(none.of('extract'), null);
  assert.equal(models.of('extract')?.id, 'scripted-main');
  await assert.rejects(none.chat('judge', request, caller), isError('model_not_configured', { role: 'judge' }));
  await assert.rejects(none.embed(['a'], 'query', caller), isError('model_not_configured', { role: 'embed' }));
});

test('texts are embedded in several calls, and scored in one', async () => {
  const { caller, spent } = newCaller();
  const texts = Array.from({ length: 70 }, (_, at) => `text ${at}`);
  const vectors = await models.embed(texts, 'passage', caller);
  assert.equal(vectors.length, 70);
  assert.deepEqual(vectors[69], (await models.embed(['text 69'], 'passage', caller, 'embedder'))[0]);
  assert.deepEqual(await models.embed([], 'passage', caller), []);
  assert.deepEqual(await models.rerank('a mill', ['a mill', 'sea'], caller), [2, 0]);
  assert.deepEqual(await models.rerank('a mill', [], caller), []);
  assert.deepEqual(
    addUsage(spent).filter(({ unit }) => unit !== 'usd'),
    [
      { source: 'embedder', unit: 'calls', amount: 3 },
      { source: 'embedder', unit: 'input_tokens', amount: 71 },
      { source: 'ranker', unit: 'calls', amount: 1 },
      { source: 'ranker', unit: 'input_tokens', amount: 9 },
    ],
  );
});

test('no more calls are in flight than the model allows', async () => {
  const limited = open({ MODEL_MAIN_CALLS_AT_ONCE: '2' });
  const { caller } = newCaller({ about: null });
  const gates = [1, 2, 3].map(() => Promise.withResolvers<null>());
  server.next(...gates.map(({ promise: after }) => ({ text: 'ok', after })));
  const before = server.calls.length;
  const calls = gates.map(() => limited.chat('extract', request, caller));
  await until('two calls came', async () => server.calls.length === before + 2 || undefined);
  // Another tenant does not wait behind them.
  const other = limited.chat('extract', request, newCaller({ about: null }).caller);
  await until('its call came', async () => server.calls.length === before + 3 || undefined);
  for (const { resolve } of gates) resolve(null);
  await Promise.all([...calls, other]);
  assert.equal(server.calls.length, before + 4);
});

test('a rate limit holds across processes: a caller that would wait long is refused with the time to wait', async () => {
  const name = `M${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;
  const limit = { ...modelSettings(name, server, { CALLS_PER_MINUTE: '3' }), EXTRACT_MODEL: name };
  const others = { ANSWER_MODEL: name, JUDGE_MODEL: name, GENERATE_MODEL: name };
  const [one, two] = [open({ ...limit, ...others }), open({ ...limit, ...others })];
  const { caller } = newCaller({ about: null });
  await one.chat('extract', request, caller);
  await assert.rejects(two.chat('extract', request, caller), (error: unknown) => {
    isError('model_rate_limited', { model: name.toLowerCase() })(error);
    const seconds = error instanceof ServiceError ? error.details['retry_after_seconds'] : null;
    return typeof seconds === 'number' && seconds > 5 && seconds <= 20;
  });
  const past = new Date(Date.now() - 1000);
  await db.modelRate.update({ where: { model: name.toLowerCase() }, data: { nextAt: past } });
  await two.chat('extract', request, caller);
});

test('a caller that waits for its turn can be aborted', async () => {
  const name = `M${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;
  const limit = { ...modelSettings(name, server, { CALLS_PER_MINUTE: '20' }), EXTRACT_MODEL: name };
  const limited = open({ ...limit, ANSWER_MODEL: name, JUDGE_MODEL: name, GENERATE_MODEL: name });
  await limited.chat('extract', request, newCaller({ about: null }).caller);
  const stop = new AbortController();
  const waiting = limited.chat('extract', request, newCaller({ about: null, signal: stop.signal }).caller);
  stop.abort(new Error('given up'));
  await assert.rejects(waiting, /given up/);
});
