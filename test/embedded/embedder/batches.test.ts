import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batches, QueueFull } from '../../../embedded/embedder/batches.ts';
import type { LoadedModel, Tokens } from '../../../embedded/embedder/model.ts';

/** A model whose batches the test lets through. Its vectors hold the first token. */
function steppedModel() {
  const batches: { readonly texts: readonly Tokens[]; readonly finish: (error?: Error) => void }[] = [];
  const model: LoadedModel = {
    dimensions: 1,
    tokenize: () => [],
    embed: (texts) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error): void =>
          error ? reject(error) : resolve(texts.map(([first = 0]) => Float32Array.of(first)));
        batches.push({ texts, finish });
      }),
  };
  return { model, batches };
}

/** This number of tokens; the first identifies the text. */
const text = (first: number, length: number): Tokens => [first, ...Array.from({ length: length - 1 }, () => 0)];
const { signal } = new AbortController();
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const firsts = (texts: readonly Tokens[] = []): number[] => texts.map(([first = 0]) => first);

test('texts of similar length share a batch, and the vectors come in the order of the texts', async () => {
  const { model, batches } = steppedModel();
  const ran: number[][] = [];
  const queue = new Batches(model, 100, (texts, tokens) => ran.push([texts, tokens]));
  const vectors = queue.embed([text(1, 300), text(2, 100), text(3, 310), text(4, 100)], 'a', signal);
  for (const expected of [[2, 4], [1], [3]]) {
    const batch = batches.at(-1);
    assert.deepEqual(firsts(batch?.texts), expected);
    batch?.finish();
    await settled();
  }
  assert.deepEqual(
    (await vectors).map(([first]) => first),
    [1, 2, 3, 4],
  );
  assert.deepEqual(ran, [
    [2, 200],
    [1, 300],
    [1, 310],
  ]);
});

test('the texts of a search go before those of an ingestion that wait, and never behind more than one batch', async () => {
  const { model, batches } = steppedModel();
  const queue = new Batches(model, 100, () => undefined);
  const ingestion = queue.embed(
    Array.from({ length: 4 }, (_, at) => text(at, 300)),
    'a',
    signal,
  );
  const search = queue.embed([text(98, 10), text(99, 10)], 'a', signal);
  batches[0]?.finish();
  await settled();
  assert.deepEqual(firsts(batches[1]?.texts), [98, 99]);
  batches[1]?.finish();
  assert.deepEqual(await search, [Float32Array.of(98), Float32Array.of(99)]);
  for (const at of [2, 3, 4]) {
    await settled();
    batches[at]?.finish();
  }
  assert.equal((await ingestion).length, 4);
});

test('what a client no longer waits for is not computed', async () => {
  const { model, batches } = steppedModel();
  const queue = new Batches(model, 100, () => undefined);
  const gone = new AbortController();
  const running = queue.embed([text(1, 10)], 'a', signal);
  const dropped = queue.embed([text(2, 10), text(3, 10)], 'a', gone.signal);
  const kept = queue.embed([text(4, 10), text(5, 10)], 'a', signal);
  gone.abort(new Error('gone'));
  await assert.rejects(dropped, /gone/);
  assert.equal(queue.waiting, 2);
  batches[0]?.finish();
  await running;
  await settled();
  assert.deepEqual(firsts(batches[1]?.texts), [4, 5]);
  batches[1]?.finish();
  await kept;
  await assert.rejects(queue.embed([text(6, 1)], 'a', gone.signal), /gone/);
});

test('a batch that fails fails its requests only, and more than may wait is refused', async () => {
  const { model, batches } = steppedModel();
  const queue = new Batches(model, 2, () => undefined);
  const first = queue.embed([text(1, 10)], 'a', signal);
  const second = queue.embed([text(2, 10), text(3, 10)], 'a', signal);
  await assert.rejects(queue.embed([text(4, 10)], 'a', signal), QueueFull);
  batches[0]?.finish(new Error('broken'));
  await assert.rejects(first, /broken/);
  await settled();
  batches[1]?.finish();
  assert.equal((await second).length, 2);
});

test('keys take turns, and a short request of another key is run beside the batch that runs', async () => {
  const { model, batches } = steppedModel();
  const queue = new Batches(model, 100, () => undefined);
  const ran = (): number[][] => batches.map(({ texts }) => firsts(texts));
  const greedy = [1, 2, 3].map((first) => queue.embed([text(first, 300)], 'greedy', signal));
  const ingestion = queue.embed([text(7, 600), text(8, 600)], 'ingesting', signal);
  assert.deepEqual(ran(), [[1]]);
  const other = queue.embed([text(4, 10)], 'other', signal);
  assert.deepEqual(ran(), [[1], [4]], 'beside the first');
  const third = queue.embed([text(5, 10)], 'third', signal);
  assert.deepEqual(ran(), [[1], [4]], 'two at once');
  batches[1]?.finish();
  await other;
  await settled();
  assert.deepEqual(ran(), [[1], [4], [5]], 'not the long request, and no second batch of the greedy key');
  batches[2]?.finish();
  await third;
  for (const [at, expected] of [
    [0, 2],
    [3, 3],
    [4, 7],
    [5, 8],
  ] as const) {
    batches[at]?.finish();
    await settled();
    assert.deepEqual(ran().at(-1), [expected]);
  }
  batches[6]?.finish();
  await Promise.all([...greedy, ingestion]);
});
