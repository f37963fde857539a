import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { StepWait } from '../../../activities/step/wait.ts';
import { WaitingRoom } from '../../../activities/step/waiting-room.ts';

const WAITING = { for: 'converter', queued: 3 } as const;
const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A step in a waiting room of two slots, and the reports to its job. */
function open(t: TestContext, wasWaiting = false) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const room = new WaitingRoom(2);
  const told: unknown[] = [];
  const wait: StepWait = new StepWait(room.enter('a', 3), {
    wasWaiting,
    mostMs: 60_000,
    onChange: () => told.push(wait.waiting),
    onBegin: () => told.push('begun'),
  });
  return { room, told, wait };
}

/** Work whose turn starts and ends when the test says so. */
function begin(wait: StepWait) {
  const [turn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const result = wait.inTurn(
    () => WAITING,
    async ({ signal, onTaken }) => {
      const back = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([turn.promise, back]);
      onTaken();
      return end.promise;
    },
  );
  result.catch(() => {});
  return { result, turn: turn.resolve, end: end.resolve };
}

test('a free turn starts the step without a wait', async (t) => {
  const { told, wait } = open(t);
  const work = begin(wait);
  work.turn();
  await turned();
  work.end('done');
  assert.equal(await work.result, 'done');
  assert.deepEqual(told, ['begun']);
});

test('a wait and its end are reported to the job', async (t) => {
  const { told, wait } = open(t);
  const work = begin(wait);
  await turned();
  assert.deepEqual(told, [WAITING]);
  work.turn();
  await turned();
  assert.deepEqual(told, [WAITING, 'begun', null]);
});

test('a step waits only while none of its work runs', async (t) => {
  const { told, wait } = open(t);
  const [first, second] = [begin(wait), begin(wait)];
  first.turn();
  await turned();
  assert.equal(wait.waiting, null);
  first.end('done');
  await first.result;
  assert.deepEqual(wait.waiting, WAITING);
  assert.deepEqual(told, ['begun', WAITING]);
  second.turn();
  await turned();
  assert.deepEqual(told, ['begun', WAITING, null]);
});

test('a step that waits too long, or holds a slot that others need, goes back and is still reported as waiting', async (t) => {
  for (const isPatient of [true, false]) {
    await t.test(isPatient ? 'too long' : 'others', async (t) => {
      const { room, told, wait } = open(t);
      const work = begin(wait);
      await turned();
      if (!isPatient) room.enter('a', 3);
      t.mock.timers.tick(isPatient ? 60_000 : 1000);
      await assert.rejects(work.result, { name: 'AbortError' });
      assert.ok(wait.wentBack);
      assert.ok(!wait.hasBegun);
      assert.deepEqual(wait.waiting, WAITING);
      assert.deepEqual(told, [WAITING]);
    });
  }
});

test('a step that has started is not sent back', async (t) => {
  const { room, wait } = open(t);
  wait.begin();
  const work = begin(wait);
  await turned();
  room.enter('a', 3);
  t.mock.timers.tick(600_000);
  work.turn();
  work.end('done');
  assert.equal(await work.result, 'done');
  assert.ok(!wait.wentBack);
});

test('the end of a wait that the previous attempt reported is reported', async (t) => {
  const { told, wait } = open(t, true);
  wait.begin();
  assert.deepEqual(told, ['begun', null]);
});
