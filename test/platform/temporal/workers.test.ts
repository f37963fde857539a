import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPoller, isDeserted } from '../../../platform/temporal/workers.ts';
import type { Namespace } from '../../../platform/temporal/workers.ts';

/** A Temporal server that saw one worker this many seconds ago, or none. */
function lastSeen(secondsAgo: number | null): Namespace {
  const pollers =
    secondsAgo === null ? [] : [{ lastAccessTime: { seconds: Date.now() / 1000 - secondsAgo, nanos: 0 } }];
  const workflowService = { describeTaskQueue: () => Promise.resolve({ pollers }) };
  return { namespace: 'default', connection: { workflowService } } as unknown as Namespace;
}

const queue = { taskQueue: 'parse', runs: 'activities' } as const;

test('a worker that has been silent for minutes counts as absent, though it may only be busy', async () => {
  assert.deepEqual([await hasPoller(lastSeen(1), queue), await isDeserted(lastSeen(1), queue)], [true, false]);
  assert.deepEqual([await hasPoller(lastSeen(180), queue), await isDeserted(lastSeen(180), queue)], [false, false]);
  assert.deepEqual([await hasPoller(lastSeen(null), queue), await isDeserted(lastSeen(null), queue)], [false, true]);
});
