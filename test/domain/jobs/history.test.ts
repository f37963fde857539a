import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { defaultPayloadConverter } from '@temporalio/common';
import Long from 'long';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { eventsAtEnd, jobEvents } from '../../../domain/jobs/history.ts';
import type { HistoryEvent } from '../../../platform/temporal/decode.ts';
import type { JobEvent, NotedEvent } from '../../../domain/jobs/model.ts';
import { cases, seed } from '../../support/depth.ts';
import { Random } from '../../support/random.ts';

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

test('the error of a failed step is reported', async () => {
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

test('who requested a cancellation is reported', async () => {
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

test('a run that continues another as new continues its events', async () => {
  const runs = ['continued', 'continues'].map(recorded);
  const [first = '', last = ''] = runs.map(runIdOf);
  const read = async (runId: string) => runs[[first, last].indexOf(runId)] ?? assert.fail(runId);
  const events = await jobEvents('job_1', last, read);
  const before = await jobEvents('job_1', first, read);
  assert.deepEqual(events.slice(0, before.length), before);
  assert.deepEqual(types(before), ['job.queued', 'parse.engine_selected', 'job.started']);
  assert.deepEqual(types(events.slice(before.length)), ['job.progress', 'job.succeeded']);
  assert.deepEqual(
    events.map(({ sequence, run_id }) => [sequence, run_id]),
    events.map((_event, index) => [index + 1, index < before.length ? first : last]),
  );
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

const at = (ms: number) => ({ seconds: Long.fromNumber(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1e6 });
const iso = (ms: number): string => new Date(ms).toISOString();
const noted = (fields: object): HistoryEvent => ({
  workflowPropertiesModifiedEventAttributes: {
    upsertedMemo: {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, defaultPayloadConverter.toPayload(value)]),
      ),
    },
  },
});

/**
 * The history of a job as it may come to be: the server's times rise, the workflow's own are of the past, or of a
 * worker whose clock is wrong; deliveries end and cancellations come at any time, also between the noted end and the
 * last event. Its last workflow task emits the events from `lastTask` on.
 */
function anyHistory(random: Random) {
  let clock = 1_900_000_000_000;
  const own = (): number => clock + Math.floor(random.next() * 2000) - 1500;
  const written = (event: HistoryEvent): HistoryEvent => {
    clock += Math.floor(random.next() * 1000);
    return { eventTime: at(clock), ...event };
  };
  const delivery = (): HistoryEvent => {
    const outcome = { webhook_id: 'w', round: 1, event_type: 'job.started', state: 'delivered', attempts: 1 };
    const result = { payloads: [defaultPayloadConverter.toPayload({ ...outcome, status: 204, reason: null })] };
    return { childWorkflowExecutionCompletedEventAttributes: { workflowType: { name: 'deliverWebhook' }, result } };
  };
  const emitted: NotedEvent[] = [];
  const emit = (): HistoryEvent => {
    const event: NotedEvent = { type: 'job.progress', message: '', data: {}, occurred_at: iso(own()) };
    emitted.push(event);
    return written(noted({ event }));
  };
  const any = (): HistoryEvent => {
    const choice = random.next();
    if (choice < 0.3) return written(delivery());
    if (choice < 0.4) return written({ workflowExecutionCancelRequestedEventAttributes: { identity: 'someone' } });
    if (choice < 0.5) return written({ workflowTaskStartedEventAttributes: {} });
    return emit();
  };
  const several = (make: () => HistoryEvent, most: number): HistoryEvent[] =>
    Array.from({ length: Math.floor(random.next() * most) }, make);
  const history = [written({ workflowExecutionStartedEventAttributes: {} }), ...several(any, 6)];
  const lastTask = history.length;
  history.push(...several(emit, 100));
  const end = { state: 'succeeded' as const, error: null, finished_at: iso(own()), emitted: [...emitted] };
  history.push(written(noted({ finished_at: end.finished_at })));
  const ended = history.length;
  history.push(...several(any, 6));
  const isTerminated = random.next() < 0.2;
  history.push(
    written(
      isTerminated
        ? { workflowExecutionTerminatedEventAttributes: { reason: 'enough' } }
        : { workflowExecutionCompletedEventAttributes: {} },
    ),
  );
  return { history, lastTask, ended, end, isTerminated };
}

const HISTORIES = Array.from({ length: cases(200) }, (_, index) => anyHistory(new Random(seed, `history ${index}`)));

test('events are ordered by time whatever the clocks say, and none disappears', async () => {
  for (const [index, { history, ended }] of HISTORIES.entries()) {
    const read = (length: number) => jobEvents('job_1', 'run', async () => history.slice(0, length));
    const all = await read(history.length);
    const times = all.map(({ occurred_at }) => occurred_at);
    assert.deepEqual(times, times.toSorted(), `history ${index}`);
    const before = history.slice(0, ended - 1).filter((event) => !('workflowTaskStartedEventAttributes' in event));
    assert.equal(all.length, before.length + 1);
    for (let length = 1; length < history.length; length++) {
      const earlier = await read(length);
      assert.deepEqual(all.slice(0, earlier.length), earlier, `history ${index}, ${length} of ${history.length}`);
    }
  }
});

test('the last workflow task knows all events that are read later, however many it emits', async () => {
  for (const [index, { history, lastTask, ended, end, isTerminated }] of HISTORIES.entries()) {
    if (isTerminated) continue;
    const later = await jobEvents('job_1', 'run', async () => history);
    // Its first attempt to write the record reads the history before the task, another may read it after the task.
    for (const length of [lastTask, ended, history.length - 1]) {
      const known = await eventsAtEnd('job_1', 'run', async () => history.slice(0, length), end);
      assert.deepEqual(known, later, `history ${index}, ${length} of ${history.length}`);
    }
  }
});

test('nothing after the recorded end of a job is an event of it, and the last event has the time of the end', async () => {
  const start = { eventTime: at(1_900_000_000_000), workflowExecutionStartedEventAttributes: {} };
  const end = { ...noted({ finished_at: iso(1_900_000_001_000) }), eventTime: at(1_900_000_001_100) };
  const cancel = { eventTime: at(1_900_000_001_200), workflowExecutionCancelRequestedEventAttributes: {} };
  const closed = { eventTime: at(1_900_000_001_300), workflowExecutionCompletedEventAttributes: {} };
  const events = await jobEvents('job_1', 'run', async () => [start, end, cancel, closed]);
  assert.deepEqual(
    events.map(({ type, occurred_at }) => [type, occurred_at]),
    [
      ['job.queued', iso(1_900_000_000_000)],
      ['job.succeeded', iso(1_900_000_001_000)],
    ],
  );
});
