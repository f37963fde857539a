import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinTime } from '../../platform/time-limit.ts';

const { signal } = new AbortController();
/** Ends with its signal alone. */
const endless = (either: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => either.addEventListener('abort', () => reject(new Error('aborted'))));

test('a call within its time has its own value or failure', async () => {
  assert.equal(await withinTime(signal, 60_000, 'Late.', () => Promise.resolve(7)), 7);
  await assert.rejects(
    withinTime(signal, 60_000, 'Late.', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
});

test('a call that takes longer fails with `timeout`, also when no time is left', async () => {
  for (const ms of [0.4, -5]) {
    await assert.rejects(withinTime(signal, ms, 'Late.', endless), { code: 'timeout', message: 'Late.' });
  }
});

test('a caller that is aborted is not told of the time', async () => {
  const caller = new AbortController();
  const call = withinTime(caller.signal, 60_000, 'Late.', endless);
  caller.abort(new Error('the caller has left'));
  await assert.rejects(call, { message: 'the caller has left' });
});
