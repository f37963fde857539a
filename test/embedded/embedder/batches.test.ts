import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
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
/** Until the next batch has begun. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}
const firsts = (texts: readonly Tokens[] = []): number[] => texts.map(([first = 0]) => first);

test('texts of similar length share a batch, and the vectors come in the order of the texts', async () => {
  const { model, batches } = steppedModel();
  const ran: number[][] = [];
  const queue = new Batches(model, 100, (texts, tokens) => ran.push([texts, tokens]));
  const vectors = queue.embed([text(1, 600), text(2, 100), text(3, 610), text(4, 100)], 'a', signal);
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
    [1, 600],
    [1, 610],
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

test('the key that was served least goes first, and short requests before long ones', async () => {
  const { model, batches } = steppedModel();
  const queue = new Batches(model, 100, () => undefined);
  const all = [
    queue.embed([text(1, 300), text(2, 310), text(3, 320)], 'greedy', signal),
    queue.embed([text(4, 600), text(5, 600)], 'ingesting', signal),
    queue.embed([text(6, 10)], 'other', signal),
    queue.embed([text(7, 10)], 'third', signal),
  ];
  for (const [at, expected] of [1, 6, 7, 2, 3, 4, 5].entries()) {
    assert.deepEqual(firsts(batches[at]?.texts), [expected]);
    batches[at]?.finish();
    await settled();
  }
  await Promise.all(all);
});
