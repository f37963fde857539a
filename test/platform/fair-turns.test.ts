import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairTurns } from '../../platform/fair-turns.ts';
import type { Turn } from '../../platform/fair-turns.ts';

const { signal } = new AbortController();

/** Takes turns and notes who was given one, in order. */
function taker(turns: FairTurns) {
  const given: string[] = [];
  const held: Turn[] = [];
  const take = (name: string, isUnderWay = false, priorityKey = 3): void => {
    const [key = ''] = name.split('-');
    void turns.take(key, { signal, isUnderWay, priorityKey }).then((turn) => {
      given.push(name);
      held.push(turn);
    });
  };
  /** Gives the turn back that was given as the one with this number, from 0, and lets the next ones be given. */
  const release = async (index: number): Promise<void> => {
    held[index]?.release();
    await settled();
  };
  return { given, take, release };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('work in a turn gives it back, however it ends', async () => {
  const turns = new FairTurns(1, 0);
  const options = { signal, isUnderWay: false };
  await assert.rejects(
    turns.run('a', options, () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await turns.run('b', options, async () => turns.taken), 1);
  assert.equal(turns.taken, 0);
});

test('within a key the order is first come, first served, after work already in progress', async () => {
  const { given, take, release } = taker(new FairTurns(1, 0));
  for (const name of ['a-1', 'a-2', 'a-3']) take(name);
  take('a-4', true);
  take('a-5', true);
  await settled();
  for (let index = 0; index < 4; index++) await release(index);
  assert.deepEqual(given, ['a-1', 'a-4', 'a-5', 'a-2', 'a-3']);
});

test('within a key the more urgent goes first, after work already in progress', async () => {
  const { given, take, release } = taker(new FairTurns(1, 0));
  for (const [name, priorityKey] of [
    ['a-1', 3],
    ['a-2', 5],
    ['a-3', 3],
    ['a-4', 1],
    ['a-5', 1],
  ] as const)
    take(name, false, priorityKey);
  take('a-6', true, 5);
  await settled();
  for (let index = 0; index < 5; index++) await release(index);
  assert.deepEqual(given, ['a-1', 'a-6', 'a-4', 'a-5', 'a-3', 'a-2']);
});

test('keys take turns, however many requests of one key wait', async () => {
  const { given, take, release } = taker(new FairTurns(1, 0));
  for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'b-2', 'c-1']) take(name);
  await settled();
  for (let index = 0; index < 6; index++) await release(index);
  assert.deepEqual(given, ['a-1', 'a-2', 'b-1', 'c-1', 'a-3', 'b-2', 'a-4']);
});

test('a free turn goes to the key that holds the fewest', async () => {
  const turns = new FairTurns(3, 0);
  const { given, take, release } = taker(turns);
  for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'b-2', 'b-3']) take(name);
  await settled();
  await release(0);
  assert.deepEqual(given, ['a-1', 'a-2', 'a-3', 'b-1']);
  await release(1);
  assert.equal(given.at(-1), 'a-4', 'each holds one, and b was served last');
  assert.equal(turns.waiting, 2);
  assert.equal(turns.taken, 3);
});

test('the reserve is for keys that hold no turn', async () => {
  const turns = new FairTurns(2, 1);
  const { given, take, release } = taker(turns);
  for (const name of ['a-1', 'a-2', 'a-3', 'b-1', 'c-1', 'c-2']) take(name);
  await settled();
  assert.deepEqual(given, ['a-1', 'a-2', 'b-1']);
  assert.equal(turns.taken, 3);
  await release(2);
  assert.equal(given.at(-1), 'c-1');
  await release(0);
  assert.equal(given.at(-1), 'a-3', 'a turn that is not in reserve is for everyone');
  assert.equal(turns.waiting, 1, 'the reserve is not for those who hold one');
  await release(3);
  assert.equal(given.at(-1), 'c-2');
});

test('an aborted request leaves the queue, and a turn is released once', async () => {
  const turns = new FairTurns(1, 0);
  const first = await turns.take('a', { signal, isUnderWay: false });
  const controller = new AbortController();
  const second = turns.take('b', { signal: controller.signal, isUnderWay: false });
  const third = turns.take('c', { signal, isUnderWay: false });
  controller.abort(new Error('enough'));
  await assert.rejects(second, { message: 'enough' });
  await assert.rejects(turns.take('b', { signal: controller.signal, isUnderWay: false }), { message: 'enough' });
  first.release();
  await third;
  first.release();
  assert.equal(turns.taken, 1);
  const fourth = turns.take('a', { signal, isUnderWay: false });
  turns.rejectAll(new Error('closed'));
  await assert.rejects(fourth, { message: 'closed' });
  assert.equal(turns.waiting, 0);
});

test('a turn is wanted while a key waits that holds fewer', async () => {
  const turns = new FairTurns(2, 0);
  const options = { signal, isUnderWay: false };
  const held = [await turns.take('a', options), await turns.take('a', options)];
  const third = turns.take('a', options);
  assert.equal(turns.isWanted('a'), false);
  const other = turns.take('b', options);
  assert.equal(turns.isWanted('a'), true);
  assert.equal(turns.isWanted('b'), false);
  held[0]?.release();
  (await other).release();
  await third;
  assert.equal(turns.isWanted('a'), false);
});

test('work of several turns waits for all of them, and what comes later does not overtake it', async () => {
  const turns = new FairTurns(4, 0);
  const [first, second, third] = await takeInTurn(turns, [
    ['a', 3],
    ['b', 4],
    ['c', 1],
  ]);
  assert.deepEqual([first?.isGiven, second?.isGiven, third?.isGiven], [true, false, false]);
  await first?.release();
  assert.deepEqual([second?.isGiven, third?.isGiven, turns.taken], [true, false, 4]);
  await second?.release();
  assert.deepEqual([third?.isGiven, turns.taken], [true, 1]);
});

test(
  'a key that holds none gets reserve turns beside work that waits for several, and the others go on when that ' +
    'leaves',
  async () => {
    const turns = new FairTurns(4, 4);
    const leaving = new AbortController();
    const [, heavy, , , light] = await takeInTurn(turns, [
      ['a', 3],
      ['a', 4, leaving.signal],
      ['b', 9],
      ['c', 1],
      ['a', 1],
    ]);
    assert.equal(turns.taken, 3 + 4 + 1, 'b has the whole reserve, and c what is left of the others');
    assert.deepEqual([heavy?.isGiven, light?.isGiven], [false, false]);
    leaving.abort();
    await settled();
    assert.equal(light?.isGiven, false, 'nothing is free');
  },
);

/** Takes turns one after the other: key, weight, and what ends the wait. */
async function takeInTurn(turns: FairTurns, wanted: readonly (readonly [string, number, AbortSignal?])[]) {
  const all = wanted.map(([key, weight, leaves = signal]) => {
    let turn: Turn | null = null;
    turns.take(key, { signal: leaves, isUnderWay: false, weight }).then(
      (given) => (turn = given),
      () => undefined,
    );
    return {
      get isGiven() {
        return turn !== null;
      },
      release: async () => {
        turn?.release();
        await settled();
      },
    };
  });
  await settled();
  return all;
}
