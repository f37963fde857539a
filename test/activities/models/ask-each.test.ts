/** What of a model's failures is the fault of an item, with a scripted model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { askEach } from '../../../activities/models/ask-each.ts';
import type { Reply } from '../../../activities/models/ask-each.ts';
import { openModels } from '../../../domain/models/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { database } from '../../support/knowledge/datasets.ts';
import { stepOf } from '../../support/knowledge/steps.ts';
import { jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { Reply as ModelReply } from '../../support/servers/scripted-model.ts';

let replyFor: (text: string) => ModelReply;
const server = await serveModel(({ body }) => replyFor(body.messages?.[0]?.content ?? ''));
/** Is away. */
const other = await serveModel(() => ({ status: 503 }));
const settings = {
  ...modelSettings('main', server),
  ...modelSettings('judge', server),
  ...modelSettings('other', other),
  EXTRACT_MODEL: 'main',
  ANSWER_MODEL: 'main',
  JUDGE_MODEL: 'main',
  GENERATE_MODEL: 'main',
};
const models = openModels(readSettings(settings, readModels), {
  database,
  secrets: { read: async () => [] },
  network: { allow: ['127.0.0.1'], proxy: null },
});
const step = stepOf('job_1');

const TEXTS = ['good', 'bad', 'worse'];
const schema = { name: 'fine', schema: Type.Object({ fine: Type.Boolean() }) };

/** Asks about each text, each of the model that `modelOf` names. What was committed, and how the step failed. */
async function askAll(
  modelOf: (item: { readonly text: string }) => string = () => 'main',
): Promise<{ skips: Record<string, string | null>; failure: ServiceError | null }> {
  const items = TEXTS.map((text, index) => ({ id: BigInt(index), text }));
  const ask = (item: { readonly text: string }) => {
    const { signal, spend } = step;
    const { text: content } = item;
    const request = { messages: [{ role: 'user', content }], schema, maxTokens: 10 } as const;
    return models.extract({ model: modelOf(item) }, request, { tenantId: 't1', signal, spend, about: null });
  };
  let skips = {};
  const commit = async (replies: readonly Reply<{ readonly text: string }, unknown>[]) => {
    skips = Object.fromEntries(replies.map(({ item, skipped }) => [item.text, skipped]));
  };
  try {
    await askEach(models, { modelOf, tenantId: 't1', items, unit: 'texts', ask, commit }, step);
    return { skips, failure: null };
  } catch (failure) {
    assert.ok(failure instanceof ServiceError, String(failure));
    return { skips, failure };
  }
}

test('a text that the model does not accept is skipped', async () => {
  for (const reply of [{ status: 400 }, { status: 413 }, { status: 422 }, { refusal: 'No.' }]) {
    replyFor = (text) => (text === 'bad' ? reply : jsonReply({ fine: true }));
    assert.deepEqual(await askAll(), { skips: { good: null, bad: 'refused', worse: null }, failure: null });
  }
});

test('all texts are skipped when the model accepts others', async () => {
  for (const other of [jsonReply({ ok: true }), { text: 'not JSON' }]) {
    replyFor = (text) => (TEXTS.includes(text) ? { status: 400 } : other);
    const refused = { good: 'refused', bad: 'refused', worse: 'refused' };
    assert.deepEqual(await askAll(), { skips: refused, failure: null });
  }
});

test('a refusal that is not about the texts fails the step: no item is skipped', async () => {
  const faults: readonly ModelReply[] = [{ status: 404, code: 'model_not_found' }, { status: 405 }, { status: 400 }];
  for (const fault of faults) {
    replyFor = () => fault;
    const { skips, failure } = await askAll();
    assert.deepEqual(skips, {});
    assert.partialDeepStrictEqual([failure?.code, failure?.details], ['model_refused', { reason: 'request' }]);
  }
});

test('a model that refuses some texts and is then unavailable is asked about all of them again', async () => {
  replyFor = (text) => ({ status: text === 'bad' ? 400 : 503 });
  const { skips, failure } = await askAll();
  assert.deepEqual([skips, failure?.code], [{}, 'model_unavailable']);
});

test('of several models, one that is away fails the step, and the replies of the others are kept', async () => {
  replyFor = (text) => (text === 'good' ? jsonReply({ fine: true }) : { status: 400 });
  const { skips, failure } = await askAll(({ text }) => (text === 'worse' ? 'other' : 'main'));
  assert.deepEqual([skips, failure?.code], [{ good: null, bad: 'refused' }, 'model_unavailable']);
});

test('texts that one model refuses while another one answers are its own: it is asked for something harmless', async () => {
  replyFor = (text) => (text === 'good' ? jsonReply({ fine: true }) : { status: 404, code: 'model_not_found' });
  const { skips, failure } = await askAll(({ text }) => (text === 'good' ? 'main' : 'judge'));
  assert.deepEqual([skips, failure?.code], [{ good: null }, 'model_refused']);
});
