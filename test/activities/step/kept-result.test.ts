import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkflowNotFoundError } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import Long from 'long';
import { callOf, keptResults } from '../../../activities/step/kept-result.ts';
import type { HistoryEvent } from '../../../platform/temporal/decode.ts';

const began_at = '2026-01-01T00:00:00.000Z';
const payloads = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });
const FAILED: HistoryEvent = { workflowExecutionFailedEventAttributes: {} };

/** A step that finished and returned `value`. */
function step(id: number, activityId: string, value: string): HistoryEvent[] {
  const asked = {
    workflowTaskCompletedEventId: Long.ONE,
    activityId,
    activityType: { name: 'work' },
    input: payloads('x'),
  };
  const result = payloads({ began_at, usage: [{ source: 'model', unit: 'calls', amount: 1 }], value });
  return [
    { eventId: Long.fromNumber(id), activityTaskScheduledEventAttributes: asked },
    {
      eventId: Long.fromNumber(id + 1),
      activityTaskCompletedEventAttributes: { scheduledEventId: Long.fromNumber(id), result },
    },
  ];
}

const reset = (baseRunId: string, newRunId: string): HistoryEvent => ({
  workflowTaskFailedEventAttributes: { baseRunId, newRunId },
});

/** What the run `latest` keeps, by these histories; a run without one is forgotten. */
async function kept(runs: Readonly<Record<string, readonly HistoryEvent[]>>): Promise<unknown[]> {
  const results = await keptResults('latest', async (run) => {
    const history = runs[run];
    if (history) return history;
    throw new WorkflowNotFoundError('forgotten', 'job', run);
  });
  return ['a', 'b'].map((id) => results.get(callOf(id, 'work', '"x"')) ?? null);
}

const result = (value: string) => ({ began_at, usage: [], value });

test('a run that was not reset keeps nothing', async () => {
  assert.deepEqual(await kept({ latest: step(2, 'a', 'own') }), [null, null]);
});

test('the steps that finished in the failed run are kept, and count as undone', async () => {
  const runs = { latest: [reset('first', 'latest')], first: [...step(2, 'a', 'first'), FAILED] };
  assert.deepEqual(await kept(runs), [result('first'), null]);
});

test('so are those of the run before it, which it did not ask for again', async () => {
  const second = [reset('first', 'second'), ...step(5, 'a', 'second'), FAILED];
  const first = [...step(2, 'a', 'first'), ...step(4, 'b', 'first'), FAILED];
  assert.deepEqual(await kept({ latest: [reset('second', 'latest')], second, first }), [
    result('second'),
    result('first'),
  ]);
});

test('a run that succeeded, or that Temporal has forgotten, keeps nothing', async () => {
  const succeeded = [...step(2, 'a', 'first'), { workflowExecutionCompletedEventAttributes: {} }];
  const latest = [reset('first', 'latest')];
  assert.deepEqual(await kept({ latest, first: succeeded }), [null, null]);
  assert.deepEqual(await kept({ latest }), [null, null]);
});
