/**
 * Memify's `coding_rules` with a language model: which rules it finds, and what becomes of broken answers. The model is
 * scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeJobResult } from '../../../../api/knowledge/jobs/schemas/result.ts';
import type { KnowledgeRuleList } from '../../../../api/knowledge/datasets/rules.ts';
import { cognifiedTexts, runKnowledge } from '../../../support/knowledge/client.ts';
import { jsonReply, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../../support/service/system.ts';

const NEVER = 'Never log secrets in the code.';
const LAYERS = 'Keep the layers apart.';
const GOOD = jsonReply({
  rules: [
    { kind: 'do', quote: LAYERS },
    { kind: 'avoid', quote: NEVER },
    { kind: 'avoid', quote: 'never log secrets in the code' },
    { kind: 'do', quote: 'Write tests first.' },
  ],
});

/** What the model answers when it is asked for rules. */
let reply: Reply = GOOD;
const asked: ModelCall[] = [];
const server = await serveModel((call) => {
  if (call.body.response_format?.json_schema.name !== 'coding_rules') return plainReply(call);
  asked.push(call);
  return reply;
});
const { api } = await borrowSystem('knowledge', { vectors: server.url, main: server.url });
const client = await api.client();

/** Each with a text of its own: finished calls are not repeated. */
async function cognified(dataset_key: string): Promise<string> {
  const style = { label: 'Style', text: `${NEVER} ${LAYERS} The parser of ${dataset_key} is fast.` };
  const id = await cognifiedTexts(client, dataset_key, [style], { extractor: 'rules' });
  asked.length = 0;
  return id;
}

const memify = (dataset_key: string, more: object = {}): Promise<KnowledgeJobResult> =>
  runKnowledge(client, 'memify', { dataset_key, ...more });

async function rules(id: string): Promise<unknown> {
  const path = `/v1/knowledge/datasets/${id}/rules`;
  const { items } = await client.expect<Static<typeof KnowledgeRuleList>>(200, 'GET', path);
  return items.map(({ kind, text, extractor }) => [kind, text.replace(/\.$/, ''), extractor]);
}

const BY_MODEL = [
  ['avoid', 'Never log secrets in the code', 'main'],
  ['do', 'Keep the layers apart', 'main'],
];
const BY_WORDS = [['avoid', 'Never log secrets in the code', 'rules']];
const OUTCOME = {
  model: 'main',
  graph_prompt_profile: null,
  chunks: 1,
  extracted: 1,
  skipped: {},
  entities_dropped: 0,
  facts_dropped: 0,
  rules_dropped: 1,
  chunks_left: 0,
  stopped_by: null,
};

test('a language model finds rules, and what the text does not state is dropped', async () => {
  const id = await cognified('model');
  const { counts, extraction } = await memify('model');
  assert.deepEqual([counts, extraction], [{ chunks_read: 1, rules: 2 }, OUTCOME]);
  assert.deepEqual(await rules(id), BY_MODEL);
  const [, user] = asked[0]?.body.messages ?? [];
  assert.match(user?.content ?? '', /<passage>\nNever log secrets/);

  const again = await memify('model');
  assert.deepEqual([again.counts, again.extraction?.chunks, asked.length], [{ chunks_read: 0, rules: 0 }, 0, 1]);
});

test('rules alone call no model, and replace what it found', async () => {
  const id = await cognified('words');
  await memify('words');
  const { counts, extraction } = await memify('words', { extractor: 'rules' });
  assert.deepEqual([counts, extraction, asked.length], [{ chunks_read: 1, rules: 1 }, null, 1]);
  assert.deepEqual(await rules(id), BY_WORDS);
});

test('broken output skips a chunk, whose rules are found by words, and the next job tries again', async () => {
  const id = await cognified('broken');
  reply = { text: 'I would rather not.' };
  const broken = await memify('broken');
  assert.deepEqual(broken.extraction, { ...OUTCOME, extracted: 0, skipped: { json: 1 }, rules_dropped: 0 });
  assert.deepEqual([await rules(id), asked.length], [BY_WORDS, 2]);
  reply = GOOD;
  assert.deepEqual((await memify('broken')).extraction, OUTCOME);
  assert.deepEqual(await rules(id), BY_MODEL);
});

test('a limit stops the model in order, and a pipeline without use for one refuses it', async () => {
  await cognified('capped');
  const { extraction } = await memify('capped', { max_tokens: 10 });
  assert.deepEqual([extraction?.stopped_by, extraction?.chunks_left, asked.length], ['max_tokens', 1, 0]);
  const body = { dataset_key: 'capped', pipeline: 'triplet_embeddings', max_tokens: 10 };
  await client.expect(422, 'POST', '/v1/knowledge/memify/jobs', { body });
});
