import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApplicationFailure } from '@temporalio/common';
import { jobErrorOf } from '../../../domain/jobs/failure.ts';
import type { StepContext, StepResult } from '../../../domain/jobs/model.ts';
import { UsageLedger } from '../../../domain/jobs/usage.ts';
import { Lifecycle } from '../../../workflows/job/lifecycle.ts';
import { StepRunner } from '../../../workflows/job/step-runner.ts';
import type { Steps } from '../../../workflows/job/steps.ts';

interface Scripted {
  work(input: string, context: StepContext): Promise<StepResult<string>>;
}

/** A runner, and steps that return their activity id once the test ends them. */
function open() {
  const ignore = (): void => undefined;
  const sink = { emit: ignore, markStarted: ignore, showProgress: ignore, show: ignore };
  const runner = new StepRunner({ lifecycle: new Lifecycle(sink), usage: new UsageLedger(), mayBegin: async () => {} });
  const began_at = '2026-01-01T00:00:00.000Z';
  const ends = Promise.withResolvers<void>();
  const steps = {
    taskQueue: 'scripted',
    run: async (_name: string, activityId: string) => {
      await ends.promise;
      return { began_at, usage: [], value: activityId };
    },
  } as Steps<Scripted>;
  const step = (key?: string): Promise<string> => runner.run(steps, 'work', 'input', key === undefined ? {} : { key });
  return { step, end: ends.resolve };
}

/** Ends the job: no attempt of the workflow task that follows could ask for something else. */
function isMisuse(message: RegExp) {
  return (failure: unknown): true => {
    assert.ok(failure instanceof ApplicationFailure);
    assert.match(failure.message, message);
    assert.deepEqual(
      [failure.nonRetryable, jobErrorOf(failure).code, jobErrorOf(failure).retryable],
      [true, 'internal', false],
    );
    return true;
  };
}

test('the ID of a step is made of its name and key', async () => {
  const { step, end } = open();
  const steps = [step(), step('a'), step('b')];
  end();
  assert.deepEqual(await Promise.all(steps), ['work', 'work:a', 'work:b']);
});

test('a key that was used before, by a step that runs or has ended, is refused', async () => {
  const { step, end } = open();
  const first = step('a');
  await assert.rejects(step('a'), isMisuse(/work:a before. Each step of this name needs a key of its own/));
  end();
  await first;
  await assert.rejects(step('a'), isMisuse(/work:a before/));
});

test('a second step of a name without a key is refused, even after the first has ended', async () => {
  const { step, end } = open();
  end();
  await step();
  await assert.rejects(step(), isMisuse(/work before. Give each step of this name a key/));
});
