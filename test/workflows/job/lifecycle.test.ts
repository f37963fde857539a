import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { EmittedEvent, JobProgress, StepSignal } from '../../../domain/jobs/model.ts';
import { Lifecycle, progressText } from '../../../workflows/job/lifecycle.ts';

let emitted: EmittedEvent[];
let shown: JobProgress[];
let texts: string[];
let lifecycle: Lifecycle;

beforeEach(() => {
  emitted = [];
  shown = [];
  texts = [];
  lifecycle = new Lifecycle({
    emit: (event) => emitted.push(event),
    markStarted: (event) => emitted.push(event),
    showProgress: (progress) => shown.push(progress),
    show: (text) => texts.push(text),
  });
});

const types = (): string[] => emitted.map(({ type }) => type);

function signal(part: Partial<StepSignal>): StepSignal {
  return { phase: 'started', step: 'convert', attempt: 1, error: null, progress: null, ...part };
}

/** Runs a step that is told of these signals while it is pending. */
const stepWith = (...signals: Partial<StepSignal>[]) =>
  lifecycle.step('convert', 'parse', async () => {
    for (const part of signals) lifecycle.handle(signal(part));
  });

const failure = { code: 'timeout', message: 'too slow', retryable: true, details: {} } as const;
const progress = { completed: 1, total: 3, unit: 'pages', message: null };

test('the first start of a step starts the job, later ones do not', async () => {
  await stepWith({});
  await stepWith({});
  assert.deepEqual(emitted, [
    { type: 'job.started', message: 'A worker has begun the job.', data: { step: 'convert' } },
  ]);
});

test('a step whose signal was lost starts the job by its end', async () => {
  await lifecycle.step('fetch', 'parse', async () => undefined);
  assert.deepEqual(emitted[0]?.data, { step: 'fetch' });
});

test('a failed attempt is told once, with its error; the next attempt’s start adds nothing', async () => {
  await stepWith({}, { phase: 'retrying', error: failure }, { attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying']);
  assert.deepEqual(emitted[1]?.data, { step: 'convert', attempt: 1, error: failure });
});

test('an attempt that follows a silent death is told', async () => {
  await stepWith({}, { attempt: 2 }, { attempt: 4 });
  assert.deepEqual(
    emitted.slice(1).map(({ type, data }) => [type, data['attempt']]),
    [
      ['job.retrying', 2],
      ['job.retrying', 4],
    ],
  );
});

test('an attempt that was handed back is told as such, once', async () => {
  await stepWith({}, { phase: 'handed_back' }, { attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying']);
  assert.equal(emitted[1]?.message, 'Attempt 1 of convert was handed back: its worker stops.');
});

test('what a step waits for, and what it does, is shown', async () => {
  await stepWith({}, { phase: 'retrying', error: failure }, { attempt: 2 });
  assert.deepEqual(texts, [
    'convert waits for a worker of "parse", or for its turn there',
    'convert',
    'Attempt 1 of convert failed and will be repeated.',
    'convert',
  ]);
});

test('progress is shown', async () => {
  await stepWith({ phase: 'progress', progress });
  assert.deepEqual(shown, [progress]);
});

test('signals of steps that are not pending are ignored', async () => {
  lifecycle.handle(signal({}));
  await stepWith({ step: 'fetch' }, { step: 'fetch', phase: 'progress', progress });
  lifecycle.handle(signal({ phase: 'retrying', error: failure }));
  assert.deepEqual([types(), shown], [['job.started'], []]);
});

test('a step that fails is no longer pending, and does not start the job by its end', async () => {
  await assert.rejects(
    lifecycle.step('convert', 'parse', () => Promise.reject(new Error('no'))),
    /no/,
  );
  lifecycle.handle(signal({}));
  assert.deepEqual(emitted, []);
});

test('a new step counts its attempts anew', async () => {
  await stepWith({}, { phase: 'retrying', attempt: 1, error: failure });
  await stepWith({ attempt: 2 });
  assert.deepEqual(types(), ['job.started', 'job.retrying', 'job.retrying']);
});

test('progress in words', () => {
  assert.equal(progressText(progress), '1 of 3 pages');
  assert.equal(progressText({ completed: 5, total: null, unit: 'bytes', message: 'reading' }), '5 bytes: reading');
});
