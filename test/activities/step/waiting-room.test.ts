import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { WaitingRoom } from '../../../activities/step/waiting-room.ts';

const LONG = 600;

/** A waiting room of 20 slots, 2 of which are kept free, and the steps that were sent back. */
function openRoom(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const room = new WaitingRoom(20);
  const sent: string[] = [];
  const enter = (name: string, priorityKey = 3) => {
    const [key = ''] = name.split('-');
    const guest = room.enter(key, priorityKey);
    const waits = (): void =>
      guest.waits(() => {
        sent.push(name);
        guest.leaves();
      });
    return { ...guest, waits };
  };
  const crowd = (key: string, count: number) => Array.from({ length: count }, (_guest, n) => enter(`${key}-${n}`));
  return { sent, enter, crowd };
}

test('while slots are free, every step may wait', (t) => {
  const room = openRoom(t);
  for (const guest of room.crowd('a', 18)) guest.waits();
  t.mock.timers.tick(60_000);
  assert.deepEqual(room.sent, []);
});

test(
  'before the last slot is taken, the newest waiting step of the tenant with the most steps goes back, one at a ' +
    'time',
  (t) => {
    const room = openRoom(t);
    for (const guest of room.crowd('a', 18)) guest.waits();
    t.mock.timers.tick(LONG);
    room.enter('b-0').waits();
    room.enter('c-0').waits();
    t.mock.timers.tick(100);
    assert.deepEqual(room.sent, ['a-17']);
    t.mock.timers.tick(100);
    assert.deepEqual(room.sent, ['a-17', 'a-16']);
    t.mock.timers.tick(60_000);
    assert.equal(room.sent.length, 2, 'two are free again');
  },
);

test('the least urgent of its steps go back first, however new the urgent ones are', (t) => {
  const room = openRoom(t);
  room.enter('a-late', 5).waits();
  for (const guest of room.crowd('a', 17)) guest.waits();
  t.mock.timers.tick(LONG);
  room.enter('b-0').waits();
  room.enter('a-urgent', 1).waits();
  for (let sent = 0; sent < 6; sent++) t.mock.timers.tick(100);
  assert.deepEqual(room.sent, ['a-late', 'a-16']);
});

test('whatever the backlog, a tenant’s steps go back at a bounded rate, and never right after they arrive', (t) => {
  const room = openRoom(t);
  let count = 0;
  const refill = (): void => {
    for (; count - room.sent.length < 20; count++) room.enter(`a-${count}`).waits();
  };
  refill();
  for (let passed = 0; passed < 10_000; passed += 10) {
    t.mock.timers.tick(10);
    refill();
  }
  assert.ok(room.sent.length <= 100 && room.sent.length > 80, `${room.sent.length} in 10 s`);
});

test('running steps stay, and so does the only step of a tenant', (t) => {
  const room = openRoom(t);
  const working = room.crowd('a', 17);
  for (const guest of working) {
    guest.waits();
    guest.begins();
  }
  for (const name of ['b-0', 'c-0', 'd-0']) room.enter(name).waits();
  t.mock.timers.tick(60_000);
  assert.deepEqual(room.sent, []);
  room.enter('b-1').waits();
  t.mock.timers.tick(LONG);
  assert.deepEqual(room.sent, ['b-1'], 'the newest of the tenant that has two');
});

test('divisible work is in the way while slots are scarce and its tenant holds the most', (t) => {
  const room = openRoom(t);
  const [first] = room.crowd('a', 10);
  const [other] = room.crowd('b', 8);
  assert.ok(!first?.isInTheWay(), 'two are free');
  const single = room.enter('c-0');
  assert.ok(first?.isInTheWay());
  assert.ok(!other?.isInTheWay());
  assert.ok(!single.isInTheWay());
});
