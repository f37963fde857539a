import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Long from 'long';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { jobEvents } from '../../../platform/jobs/history.ts';
import type { HistoryEvent } from '../../../platform/jobs/decode.ts';
import type { JobEvent } from '../../../platform/jobs/model.ts';

function recorded(name: string): readonly HistoryEvent[] {
  const file = new URL(`../../workflows/histories/${name}.json`, import.meta.url);
  return historyFromJSON(JSON.parse(readFileSync(file, 'utf8'))).events ?? [];
}

const runIdOf = (history: readonly HistoryEvent[]): string =>
  history[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId ?? assert.fail();

function eventsOf(name: string): Promise<JobEvent[]> {
  const history = recorded(name);
  return jobEvents('job_1', runIdOf(history), async () => history);
}

const types = (events: readonly JobEvent[]): string[] => events.map(({ type }) => type);

const expected: Readonly<Record<string, readonly string[]>> = {
  succeeded: ['job.queued', 'job.started', 'parse.engine_selected', 'job.succeeded'],
  fallback: ['job.queued', 'job.started', 'parse.engine_selected', 'parse.fallback', 'job.succeeded'],
  cancelled: ['job.queued', 'job.started', 'job.cancel_requested', 'job.cancelled'],
  failed: ['job.queued', 'job.started', 'job.failed'],
};

for (const [name, sequence] of Object.entries(expected)) {
  test(`the events of the history "${name}"`, async () => {
    const events = await eventsOf(name);
    assert.deepEqual(types(events), sequence);
    assert.deepEqual(
      events.map(({ event_id, job_id, sequence }) => [event_id, job_id, sequence]),
      events.map((_event, index) => [`job_1.${index + 1}`, 'job_1', index + 1]),
    );
    const times = events.map(({ occurred_at }) => occurred_at);
    assert.deepEqual(times, times.toSorted());
    assert.equal(new Set(events.map(({ run_id }) => run_id)).size, 1);
  });
}

test('what a step failed with is told', async () => {
  const failed = (await eventsOf('failed')).at(-1);
  assert.deepEqual(
    [failed?.message, failed?.data['error']],
    [
      'The address answered 404.',
      {
        code: 'not_found',
        message: 'The address answered 404.',
        retryable: false,
        details: { reason: 'http_status', status: 404 },
      },
    ],
  );
});

test('who asked for a cancellation is told', async () => {
  assert.match(String((await eventsOf('cancelled'))[2]?.data['by']), /temporal-cli/);
});

test('a run that was reset keeps the events of the run before it', async () => {
  const before = recorded('failed');
  const after = recorded('retried');
  const reset = after.find((event) => event.workflowTaskFailedEventAttributes?.newRunId);
  const { newRunId = '', baseRunId = '' } = reset?.workflowTaskFailedEventAttributes ?? {};
  const asked: string[] = [];
  const events = await jobEvents('job_1', newRunId ?? '', async (runId) => {
    asked.push(runId);
    return runId === newRunId ? after : before;
  });
  assert.deepEqual(asked, [newRunId, baseRunId]);
  const first = await jobEvents('job_1', baseRunId ?? '', async () => before);
  assert.deepEqual(events.slice(0, first.length), first);
  assert.deepEqual(types(events.slice(first.length)), [
    'job.retrying',
    'job.started',
    'parse.engine_selected',
    'job.succeeded',
  ]);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_event, index) => index + 1),
  );
  assert.deepEqual(new Set(events.slice(first.length).map(({ run_id }) => run_id)), new Set([newRunId]));
});

test('a run that was terminated, or timed out, has failed', async () => {
  const history = recorded('cancelled').slice(0, -1);
  const cut = (end: HistoryEvent) => jobEvents('job_1', 'run', async () => [...history, end]);
  const eventTime = { seconds: Long.fromNumber(1_900_000_000), nanos: 5_000_000 };
  const terminated = (await cut({ eventTime, workflowExecutionTerminatedEventAttributes: { reason: 'enough' } })).at(
    -1,
  );
  assert.partialDeepStrictEqual(terminated, {
    type: 'job.failed',
    occurred_at: '2030-03-17T17:46:40.005Z',
    message: 'The job was terminated: enough',
  });
  const timedOut = (await cut({ eventTime, workflowExecutionTimedOutEventAttributes: {} })).at(-1);
  assert.partialDeepStrictEqual(timedOut?.data['error'], { code: 'timeout' });
});
