import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission, PROCESS_TURNS, TENANT_TURNS } from '../../../api/costly/admission.ts';
import { TURNS } from '../../../api/contract/cost.ts';
import { ServiceError } from '../../../errors/index.ts';

const { signal } = new AbortController();

/** An admission, and what its figures show. */
function admission() {
  const shown = { held: 0, waiting: 0 };
  const opened = new Admission({
    held: { set: (turns) => (shown.held = turns) },
    waiting: { set: (requests) => (shown.waiting = requests) },
  });
  return { opened, shown };
}

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && Number(error.details['retry_after_seconds']) >= 1;

test('a tenant has so many turns in progress, and others have theirs', () => {
  const { opened } = admission();
  const places = Array.from({ length: TENANT_TURNS / 8 }, () => opened.enter('a', 8));
  assert.throws(() => opened.enter('a', 1), refusedWith('too_much_at_once'));
  opened.enter('b', 8);
  places[0]?.leave();
  places[0]?.leave();
  opened.enter('a', 8);
  assert.throws(() => opened.enter('a', 1), refusedWith('too_much_at_once'), 'it left once');
});

test('all tenants together have so many, too', () => {
  const { opened } = admission();
  for (let at = 0; at < PROCESS_TURNS / TENANT_TURNS; at++) opened.enter(`tenant ${at}`, TENANT_TURNS);
  assert.throws(() => opened.enter('another', 1), refusedWith('overloaded'));
});

test('requests wait for their turns, a tenant without one gets those in reserve, and the figures follow', async () => {
  const { opened, shown } = admission();
  const first = await opened.turn('a', TURNS, signal);
  const second = opened.turn('a', 1, signal);
  const other = await opened.turn('b', 2, signal);
  assert.deepEqual([first.isReserve, other.isReserve], [false, true]);
  opened.enter('a', 1);
  assert.deepEqual(shown, { held: TURNS + 2, waiting: 1 });
  first.release();
  assert.equal((await second).isReserve, false);
});

test('a request whose client leaves waits no longer', async () => {
  const { opened } = admission();
  await opened.turn('a', TURNS, signal);
  const leaving = new AbortController();
  const waiting = opened.turn('a', 1, leaving.signal);
  leaving.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
});
