/** Quality evaluations whose metrics compare vectors: the step embeds, the measuring process computes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { SCALE_TEXTS } from '../../../engines/evaluation/judges/built-in/vectors.ts';
import { modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';

const QUESTION = 'Who approves expenses above 500 euros?';
const RIGHT = 'The finance board approves such expenses on Mondays.';
const WRONG = 'Zoological gardens in Reykjavik have opened their gates.';
const RULE = 'Expenses above 500 euros are approved by the finance board.';
const OTHER = 'The gardens of Reykjavik are closed in winter.';
const EXPECTED = 'The finance board';

/** Texts about expenses have one axis, other texts another; each pair of the model's scale has its own. */
function vectorOf(text: string): number[] {
  const at = SCALE_TEXTS.indexOf(text);
  const axis = at >= 0 ? 2 + Math.floor(at / 2) : Number(!text.includes('xpenses'));
  return Array.from({ length: 10 }, (_value, index) => Number(index === axis));
}

const server = await serveModel(({ body }) => {
  const data = [body.input ?? []]
    .flat()
    .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  return { body: { object: 'list', data, usage: { prompt_tokens: data.length, total_tokens: data.length } } };
});
const system = openSystem(modelSettings('vectors', server, { DIMENSIONS: '10' }));
const [api, modelless] = await Promise.all([
  system.startApi(),
  system.startApi({ MODEL_VECTORS_URL: '', MODEL_VECTORS_ID: '', MODEL_VECTORS_DIMENSIONS: '' }),
  system.startWorker(),
]);
const client = await api.client({ tenant: 'vectors', subject: 'ann' });

const request = {
  eval_type: 'rag',
  input: {
    type: 'inline_test_cases',
    test_cases: [
      { actual_output: RIGHT, retrieval_contexts: [RULE, OTHER] },
      { actual_output: WRONG, retrieval_contexts: [OTHER, RULE] },
      { actual_output: 'I am sorry, I do not know.', retrieval_contexts: [OTHER] },
    ].map((one) => ({ ...one, user_input: QUESTION, expected_output: EXPECTED })),
  },
  metrics: ['rag.answer_relevance', 'rag.context_precision', 'rag.context_recall', 'rag.context_relevance'].map(
    (metric_key) => ({ metric_key }),
  ),
};

test('metrics compare vectors of the embedding model, which embeds each text once', async () => {
  const result = await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', { body: request });
  const scores = result.case_results.map((one) => one.scores.map(({ score }) => (score ?? Number.NaN).toFixed(1)));
  assert.deepEqual(scores, [
    ['1.0', '1.0', '1.0', '0.4'],
    ['0.0', '0.5', '1.0', '0.4'],
    ['0.0', '0.0', '0.0', '0.0'],
  ]);
  const embedded = server.calls.flatMap(({ body }) => [body.input ?? []].flat());
  assert.equal(new Set(embedded).size, embedded.length);
  assert.ok(SCALE_TEXTS.every((text) => embedded.includes(text)));
  assert.equal(server.calls.length, 1);
});

test('without an embedding model the request is refused, naming the metric', async () => {
  const other = await modelless.client({ tenant: 'vectors', subject: 'ann' });
  const { status, body } = await other.send('POST', '/v1/eval/sync', { body: request });
  assert.equal(status, 422);
  assert.match(JSON.stringify(body), /rag\.answer_relevance compares vectors/);
});
