import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPayloadConverter } from '@temporalio/common';
import Long from 'long';
import { newId } from '../../../domain/ids.ts';
import { finishedSteps, resetPoint } from '../../../domain/jobs/reset-point.ts';
import type { HistoryEvent } from '../../../platform/temporal/decode.ts';

const result = (value: unknown) => ({ began_at: '2026-01-01T00:00:00.000Z', usage: [], value });
const payloads = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });

/**
 * A history of workflow tasks and activities: `task` completes a workflow task, `ask x` has the last one ask for the
 * activity x, `end x` and `fail x` close it; `start-child x` and `end-child x` do so with the child job x; `cancel`
 * asks to cancel the run.
 */
function historyOf(...lines: readonly string[]): HistoryEvent[] {
  const scheduled = new Map<string, Long>();
  let task = Long.ZERO;
  return lines.map((line, index): HistoryEvent => {
    const eventId = Long.fromNumber(index + 1);
    const [verb, name = ''] = line.split(' ');
    const scheduledEventId = scheduled.get(name) ?? Long.ZERO;
    switch (verb) {
      case 'task':
        task = eventId;
        return { eventId, workflowTaskCompletedEventAttributes: {} };
      case 'ask':
        scheduled.set(name, eventId);
        return {
          eventId,
          activityTaskScheduledEventAttributes: {
            workflowTaskCompletedEventId: task,
            activityId: name,
            activityType: { name: 'step' },
            input: payloads({ name }),
          },
        };
      case 'start-child':
        return {
          eventId,
          startChildWorkflowExecutionInitiatedEventAttributes: { workflowTaskCompletedEventId: task, workflowId: name },
        };
      case 'end-child':
        return { eventId, childWorkflowExecutionCompletedEventAttributes: { workflowExecution: { workflowId: name } } };
      case 'cancel':
        return { eventId, workflowExecutionCancelRequestedEventAttributes: {} };
      case 'end':
        return { eventId, activityTaskCompletedEventAttributes: { scheduledEventId, result: payloads(result(name)) } };
      default:
        return { eventId, activityTaskFailedEventAttributes: { scheduledEventId } };
    }
  });
}

test('sequential steps: the reset point is the task that scheduled the failed step', () => {
  assert.equal(resetPoint(historyOf('start', 'task', 'ask a', 'end a', 'task', 'ask b', 'fail b', 'task')), 5);
});

test('parallel steps: the reset point is the task that scheduled them, whichever failed first', () => {
  const asked = ['start', 'task', 'ask a', 'ask b', 'ask c'];
  for (const ends of [
    ['end a', 'task', 'end b', 'task', 'fail c'],
    ['fail c', 'task', 'end a', 'task', 'end b'],
    ['end a', 'end b', 'fail c'],
  ]) {
    assert.equal(resetPoint(historyOf(...asked, ...ends, 'task')), 2);
  }
});

test('a step that was scheduled before the failed one and finished after it moves the reset point before itself', () => {
  const before = ['start', 'task', 'ask x', 'end x', 'task', 'ask a', 'ask b', 'end a', 'task', 'ask c'];
  assert.equal(resetPoint(historyOf(...before, 'end b', 'fail c', 'task')), 5);
});

test('a step that failed earlier also runs again', () => {
  const history = historyOf('start', 'task', 'ask a', 'fail a', 'task', 'ask b', 'end b', 'task', 'ask c', 'fail c');
  assert.equal(resetPoint(history), 2);
});

test('steps that never ended run again', () => {
  const history = historyOf('start', 'task', 'ask a', 'end a', 'task', 'ask b', 'ask c', 'terminated');
  assert.equal(resetPoint(history), 5);
});

test('a run without an unfinished step is reset to its last task', () => {
  assert.equal(resetPoint(historyOf('start', 'task', 'ask a', 'end a', 'task', 'failed')), 5);
  assert.equal(resetPoint([]), 0);
});

test('a child job that did not succeed runs again, with everything scheduled after it', () => {
  const child = newId('job');
  const history = ['start', 'task', 'ask a', 'end a', 'task', `start-child ${child}`, 'task', 'ask b'];
  assert.equal(resetPoint(historyOf(...history, 'fail b', 'task')), 5);
  assert.equal(resetPoint(historyOf(...history, `end-child ${child}`, 'fail b', 'task')), 7);
  assert.equal(resetPoint(historyOf('start', 'task', 'start-child webhook', 'task', 'ask b', 'fail b', 'task')), 4);
});

test('the reset point is never after a cancel request', () => {
  assert.equal(resetPoint(historyOf('start', 'task', 'ask a', 'end a', 'task', 'cancel', 'task', 'ask b')), 5);
  assert.equal(resetPoint(historyOf('start', 'task', 'ask a', 'cancel', 'end a', 'task')), 2);
});

test('the finished steps of a run are known by activity id, with name, input and result', () => {
  const history = historyOf('start', 'task', 'ask a', 'ask b', 'end a', 'fail b', 'task');
  const finished = { name: 'step', input: '{"name":"a"}', result: result('a') };
  assert.deepEqual([...finishedSteps(history)], [['a', finished]]);
});

test('an activity that is not a step has no result', () => {
  const history = historyOf('start', 'task', 'ask a', 'end a', 'task');
  const completed = history.find((event) => event.activityTaskCompletedEventAttributes);
  assert.ok(completed?.activityTaskCompletedEventAttributes);
  for (const other of [null, payloads(null), payloads('a'), payloads({ value: 'a' })]) {
    completed.activityTaskCompletedEventAttributes.result = other;
    assert.equal(finishedSteps(history).size, 0);
  }
});
