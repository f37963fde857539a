import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { EmittedEvent, JobProgress, StepSignal } from '../../../domain/jobs/model.ts';
import type { LifecycleSink } from '../../../workflows/job/lifecycle.ts';
import { Lifecycle } from '../../../workflows/job/lifecycle.ts';

let emitted: EmittedEvent[];
let begun: string[];
let shown: JobProgress[];
let texts: string[];
let sink: LifecycleSink;
let lifecycle: Lifecycle;

beforeEach(() => {
  emitted = [];
  begun = [];
  shown = [];
  texts = [];
  sink = {
    emit: (event) => emitted.push(event),
    markStarted: (event, beganAt) => {
      emitted.push(event);
      begun.push(beganAt);
    },
    showProgress: (progress) => shown.push(progress),
    show: (text) => texts.push(text),
  };
  lifecycle = new Lifecycle(sink);
});

const types = (): string[] => emitted.map(({ type }) => type);

function signal(part: Partial<StepSignal>): StepSignal {
  const reported = { phase: 'started', step: 'convert', activity_id: 'convert', attempt: 1, began_at: BEGAN } as const;
  return { ...reported, error: null, progress: null, ...part };
}

const BEGAN = '2026-01-01T00:00:00.000Z';
const ended = { began_at: BEGAN, usage: [], value: 'the value' };
const asked = (name: string, activityId = name) => ({ activityId, name, taskQueue: 'parse' });

/** Runs a step that receives these signals while it is pending. */
const stepWith = (...signals: Partial<StepSignal>[]) =>
  lifecycle.step(asked('convert'), async () => {
    for (const part of signals) lifecycle.handle(signal(part));
    return ended;
  });

const failure = { code: 'timeout', message: 'too slow', retryable: true, details: {} } as const;
const progress = { completed: 1, total: 3, unit: 'pages', message: null };

test('the first start of a step starts the job, later ones do not', async () => {
  await stepWith({});
  await stepWith({});
  assert.deepEqual(emitted, [{ type: 'job.started', message: 'A worker started the job.', data: { step: 'convert' } }]);
});

test('a step whose start signal was lost starts the job when it ends', async () => {
  assert.equal(await lifecycle.step(asked('fetch'), async () => ended), 'the value');
  assert.deepEqual(emitted[0]?.data, { step: 'fetch' });
  assert.deepEqual(begun, [BEGAN]);
});

test('a failed attempt is reported once, with its error; the start of the next attempt adds nothing', async () => {
  await stepWith({}, { phase: 'retrying', error: failure }, { attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying']);
  assert.deepEqual(emitted[1]?.data, { step: 'convert', activity_id: 'convert', attempt: 1, error: failure });
});

test('an attempt after a silent crash is reported', async () => {
  await stepWith({}, { attempt: 2 }, { attempt: 4 });
  assert.deepEqual(
    emitted.slice(1).map(({ type, data }) => [type, data['attempt']]),
    [
      ['job.retrying', 2],
      ['job.retrying', 4],
    ],
  );
});

test('an attempt that was handed back is reported as such, once', async () => {
  await stepWith({}, { phase: 'handed_back' }, { attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying']);
  assert.equal(emitted[1]?.message, 'Attempt 1 of convert was handed back: its worker is shutting down.');
});

test('what a step waits for, and what it does, is shown', async () => {
  await stepWith({}, { phase: 'retrying', error: failure }, { attempt: 2 });
  assert.deepEqual(texts, [
    'convert waits for a worker of "parse", or for its turn there',
    'convert',
    'Attempt 1 of convert failed and will be retried.',
    'convert',
  ]);
});

test('progress is shown', async () => {
  await stepWith({ phase: 'progress', progress });
  assert.deepEqual(shown, [progress]);
});

test('signals of steps that are not pending are ignored', async () => {
  lifecycle.handle(signal({}));
  await stepWith({ activity_id: 'fetch' }, { activity_id: 'fetch', phase: 'progress', progress });
  lifecycle.handle(signal({ phase: 'retrying', error: failure }));
  assert.deepEqual([types(), shown], [['job.started'], []]);
});

test('a failed step is no longer pending, and its end does not start the job', async () => {
  await assert.rejects(
    lifecycle.step(asked('convert'), () => Promise.reject(new Error('no'))),
    /no/,
  );
  lifecycle.handle(signal({}));
  assert.deepEqual(emitted, []);
});

test('a new step counts its attempts from the beginning', async () => {
  await stepWith({}, { phase: 'retrying', attempt: 1, error: failure });
  await stepWith({ attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying', 'job.retrying']);
});

test('a job that an earlier run has started does not start again', async () => {
  lifecycle = new Lifecycle(sink, true);
  await stepWith({});
  assert.deepEqual(emitted, []);
});

test('a signal that arrives before the start signal starts the job', async () => {
  await stepWith({ phase: 'retrying', error: failure }, { attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying']);
});

test('an attempt that failed before its work began does not start the job', async () => {
  await stepWith({ phase: 'retrying', began_at: null, error: failure }, { phase: 'handed_back', began_at: null });
  assert.deepEqual(types(), ['job.retrying', 'job.retrying', 'job.started']);
});

test('parallel steps have separate attempts, by activity ID', async () => {
  const ends = Promise.withResolvers<typeof ended>();
  const steps = ['convert', 'convert-2', 'convert-3'].map((id) =>
    lifecycle.step(asked('convert', id), () => ends.promise),
  );
  lifecycle.handle(signal({ activity_id: 'convert-2', phase: 'retrying', error: failure }));
  lifecycle.handle(signal({ activity_id: 'convert-3', attempt: 2 }));
  lifecycle.handle(signal({ activity_id: 'convert-2', attempt: 2 }));
  lifecycle.handle(signal({ activity_id: 'convert-9', attempt: 2 }));
  ends.resolve(ended);
  assert.deepEqual(await Promise.all(steps), ['the value', 'the value', 'the value']);
  assert.deepEqual(
    emitted.map(({ type, data }) => [type, data['activity_id'], data['attempt']]),
    [
      ['job.started', undefined, undefined],
      ['job.retrying', 'convert-2', 1],
      ['job.retrying', 'convert-3', 2],
    ],
  );
});

test('while steps run in parallel, none sets the progress of the job; the last one does', async () => {
  const first = Promise.withResolvers<typeof ended>();
  const second = Promise.withResolvers<typeof ended>();
  const one = lifecycle.step(asked('convert'), () => first.promise);
  const two = lifecycle.step(asked('convert', 'convert-2'), () => second.promise);
  lifecycle.handle(signal({ phase: 'progress', progress }));
  assert.deepEqual(shown, []);
  first.resolve(ended);
  await one;
  lifecycle.handle(signal({ phase: 'progress', progress }));
  assert.deepEqual(shown, []);
  lifecycle.handle(signal({ activity_id: 'convert-2', phase: 'progress', progress }));
  assert.deepEqual(shown, [progress]);
  second.resolve(ended);
  await two;
});
