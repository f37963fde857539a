/** The embedder with its real model, as OpenAI's own client sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { EMBEDDING_MODEL_IDS } from '../../../embedded/embedder/catalog.ts';
import { startEmbedder } from '../../support/servers/embedder.ts';

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

const FIVE = ['a', 'b', 'c', 'd', 'e'];
const TEXTS = [
  'The tower is 324 metres tall.',
  'A mill grinds corn.',
  'Whales are mammals that live in the sea and breathe air, which is why they have to come to the surface.',
];

for (const model of EMBEDDING_MODEL_IDS) {
  test(`${model} finds the passage that answers, whatever stands beside it`, async () => {
    const { url } = await startEmbedder({ EMBEDDER_MODEL: model });
    const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
    const prefixed = (kind: string, text: string) => (model === 'multilingual-e5-small' ? `${kind}: ${text}` : text);
    const passages = TEXTS.map((text) => prefixed('passage', text));
    const { data, usage } = await client.embeddings.create({ model, input: passages });
    const vectors = data.map(({ embedding }) => embedding);
    assert.deepEqual(
      data.map(({ index }) => index),
      [0, 1, 2],
    );
    for (const vector of vectors) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-4);
    assert.equal(usage.total_tokens, usage.prompt_tokens);
    assert.ok(usage.prompt_tokens > 30 && usage.prompt_tokens < 80, String(usage.prompt_tokens));

    const [question] = (await client.embeddings.create({ model, input: prefixed('query', 'How high is it?') })).data;
    const scores = vectors.map((vector) => dot(vector, question?.embedding ?? []));
    assert.equal(scores.indexOf(Math.max(...scores)), 0, String(scores));

    const plain = await client.embeddings.create({ model, input: passages[0] ?? '', encoding_format: 'float' });
    const alone = plain.data[0]?.embedding ?? [];
    assert.equal(alone.length, 384);
    // MiniLM scales the activations of a whole batch together.
    assert.ok(dot(alone, vectors[0] ?? []) > (model === 'multilingual-e5-small' ? 0.99999 : 0.98));
  });
}

test('a question in another language finds its passage', async () => {
  const { url } = await startEmbedder();
  const model = 'multilingual-e5-small';
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  const input = ['query: Wie hoch ist der Turm?', ...TEXTS.map((text) => `passage: ${text}`)];
  const [question, ...passages] = (await client.embeddings.create({ model, input })).data.map((one) => one.embedding);
  const scores = passages.map((passage) => dot(passage, question ?? []));
  assert.equal(scores.indexOf(Math.max(...scores)), 0, String(scores));
});

test('what cannot be embedded is refused in the form of OpenAI', async () => {
  const { url } = await startEmbedder({ EMBEDDER_QUEUE: '4' });
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  const model = 'multilingual-e5-small';
  const refused = async (body: object, status: number, param: string | null, code: string | null = null) => {
    await assert.rejects(client.post('/embeddings', { body }), (error: unknown) => {
      assert.ok(error instanceof APIError);
      assert.deepEqual([error.status, error.param, error.code], [status, param, code]);
      return true;
    });
  };
  await refused({ model: 'other', input: 'text' }, 404, 'model', 'model_not_found');
  await refused({ model, input: [] }, 400, 'input');
  await refused({ model, input: ['text', ''] }, 400, 'input');
  await refused({ model, input: [[1, 2]] }, 400, 'input');
  await refused({ model, input: Array.from({ length: 2049 }, () => 'text') }, 400, 'input');
  await refused({ model, input: 'text', dimensions: 256 }, 400, 'dimensions');
  await refused({ model, input: 'text', encoding_format: 'int8' }, 400, 'encoding_format');
  await refused({ model, input: 'x'.repeat(9 * 1024 * 1024) }, 413, null);
  await refused({ model, input: FIVE }, 429, null, 'rate_limit_exceeded');

  const broken = await fetch(`${url}/embeddings`, { method: 'POST', body: '{' });
  assert.equal(broken.status, 400);
  const full = await fetch(`${url}/embeddings`, {
    method: 'POST',
    body: JSON.stringify({ model, input: FIVE }),
  });
  assert.equal(full.headers.get('retry-after'), '1');
  assert.equal((await fetch(`${url}/other`)).status, 404);

  const { data } = await client.models.list();
  assert.deepEqual(
    data.map(({ id }) => id),
    [model],
  );
  assert.equal((await client.models.retrieve(model)).id, model);
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  assert.match(metrics, /^tidemill_embedder_texts_total 0$/m);
});

test('a text may be of any length and of any characters', async () => {
  const { url } = await startEmbedder();
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  const input = ['word '.repeat(100_000), '中'.repeat(100_000), ' ', '\uD800 \u0000 </s><mask>', '🙂'.repeat(500)];
  const { data, usage } = await client.embeddings.create({ model: 'multilingual-e5-small', input });
  assert.ok(data.every(({ embedding }) => embedding.every(Number.isFinite)));
  assert.ok(usage.prompt_tokens <= 512 * 5);
});

test('the process ends when it is asked to', async () => {
  const { process } = await startEmbedder();
  assert.equal(await process.stop(), 0, process.output());
});
