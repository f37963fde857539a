import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal, refusedForNow, toFailure } from '../../../activities/step/failures.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { ServiceError } from '../../../errors/index.ts';
import { faultOf } from '../../../platform/faults/fault.ts';
import { jobErrorOf } from '../../../domain/jobs/failure.ts';

const database = sharedDatabase();
const { db } = database;

/** The attempts, of the first hundred, in which the step fails. */
function firstLast(error: unknown): number | undefined {
  return Array.from({ length: 100 }, (_attempt, index) => index + 1).find((n) => toFailure(error, n).nonRetryable);
}

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  );

const now = new Date();
const slot = { jobId: 'failures', tenantId: 't', priority: 1, createdAt: now };

test('a step whose data Postgres rejects is not retried', async () => {
  await db.jobSlot.createMany({ data: [slot], skipDuplicates: true });
  const refused = {
    'a number out of range': () => db.jobSlot.create({ data: { ...slot, priority: 2 ** 40 } }),
    'a key that is taken': () => db.jobSlot.create({ data: slot }),
    'a raw statement with no number': () => db.$queryRaw`SELECT ${'x'}::text::int`,
    'a raw statement without a value': () => db.$executeRaw`INSERT INTO job_slot (job_id) VALUES ('x')`,
    'a row that others need': () =>
      db.storageObjectVersion.create({
        data: { objectId: 'none', version: 1, key: 'failures', sizeBytes: 1n, sha256: '', mediaType: '' },
      }),
    'within a transaction': () => db.$transaction((tx) => tx.jobSlot.create({ data: slot })),
  };
  for (const [what, work] of Object.entries(refused)) {
    const error = await caught(work());
    assert.equal(faultOf(error), 'refused_data', what);
    const failure = toFailure(error, 1);
    assert.deepEqual([failure.type, failure.nonRetryable], ['internal', true], what);
    assert.equal(jobErrorOf(failure).retryable, false, what);
  }
});

test('other internal faults are retried a bounded number of times', async () => {
  const noTable = await caught(db.$queryRaw`SELECT * FROM no_such_table`);
  assert.equal(faultOf(noTable), null);
  assert.deepEqual([firstLast(noTable), firstLast(new Error('odd')), firstLast('no error')], [10, 10, 10]);
  assert.deepEqual([firstLast(new TypeError('odd')), firstLast(new ServiceError('timeout', 'slow'))], [4, 4]);
  assert.equal(jobErrorOf(toFailure(new Error('odd'), 10)).retryable, true);
});

test('an unavailable dependency and a full disk are retried without limit', async () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  assert.equal(firstLast(new Error('a document was not kept', { cause: full })), undefined);
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  assert.equal(firstLast(away), undefined);
  assert.deepEqual(
    [99, 100].map((attempt) => toFailure(away, attempt, 100).nonRetryable),
    [false, true],
    'a step that works on a source has a limit of its own',
  );
  assert.equal(firstLast(new Error('a statement failed', { cause: away })), undefined);
  // Postgres: a broken connection, a full disk, no memory, no connection left, shutting down, in recovery.
  for (const state of ['08006', '53100', '53200', '53300', '57P01', '57P03']) {
    const raised = `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`;
    assert.equal(firstLast(await caught(db.$executeRawUnsafe(raised))), undefined, state);
    const inTransaction = db.$transaction((tx) => tx.$executeRawUnsafe(raised));
    assert.equal(firstLast(await caught(inTransaction)), undefined, state);
  }
});

test('the message of an internal fault appears only in the log', () => {
  const { message } = jobErrorOf(toFailure(new Error('the password is "tide"'), 1));
  assert.equal(message, 'Something went wrong on our side');
});

const DAY_MS = 24 * 60 * 60_000;

test("a provider's rate limit is waited for, for a day", () => {
  const details = { status: 429, retry_after_seconds: 7 };
  const error = new ServiceError('provider_failed', 'Slow down.', details);
  assert.deepEqual([isRefusal(error, Date.now()), isRefusal(error, Date.now() - DAY_MS)], [true, false]);
  for (const other of [
    new ServiceError('provider_failed', 'Away.', { ...details, status: 503 }),
    new ServiceError('provider_failed', 'No more.', details, undefined, false),
    new ServiceError('fetch_failed', 'A source, not a provider.', details),
    new Error('odd'),
  ]) {
    assert.equal(isRefusal(other, Date.now()), false);
  }
  const failure = refusedForNow(error, 1, []);
  assert.deepEqual([failure.nonRetryable, jobErrorOf(failure).details], [false, details]);
});

test('the pause after a refusal is what the provider asks for, within bounds', () => {
  const pause = (seconds: number | undefined, times: number) => {
    const asked = seconds !== undefined && { retry_after_seconds: seconds };
    const error = new ServiceError('provider_failed', 'Slow down.', { status: 429, ...asked });
    return refusedForNow(error, times, []).nextRetryDelay;
  };
  assert.deepEqual([pause(7, 1), pause(7, 5), pause(1e9, 1)], [7000, 16_000, 3_600_000]);
  assert.deepEqual([pause(undefined, 1), pause(0, 2), pause(0, 2000)], [1000, 2000, 60_000]);
});
