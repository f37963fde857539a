import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostUseful } from '../../../api/jobs/waiting.ts';
import type { WaitingOn } from '../../../api/jobs/waiting.ts';
import { RESOURCES } from '../../../domain/manifests/index.ts';

const wait = (kind: string, message = kind): WaitingOn => ({
  kind,
  message,
  count: 1,
  task_queue: null,
  activity: null,
  attempt: null,
  next_attempt_at: null,
  last_error: null,
});

test('of several waits the most useful one is reported, with their number', () => {
  const kinds = [...Object.keys(RESOURCES).toReversed(), 'retry', 'credential', 'worker'];
  kinds.forEach((kind, index) => {
    const waits = kinds.slice(0, index + 1).map((name) => wait(name));
    assert.deepEqual(mostUseful([null, ...waits, null]), { ...wait(kind), count: index + 1 });
  });
});

test('of several waits of one kind the first is reported', () => {
  assert.deepEqual(mostUseful([wait('retry', 'a'), wait('retry', 'b')]), { ...wait('retry', 'a'), count: 2 });
});

test('steps that do not wait are not counted', () => {
  assert.equal(mostUseful([null, null]), null);
});
