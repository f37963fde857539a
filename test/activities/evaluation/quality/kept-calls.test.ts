/** Calls of judges are kept for the tenant that paid for them, and go with the cases that they quote. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { asked, database, judgeAll, newCases, scoresOf, script } from '../../../support/evaluation/judged-database.ts';

const { db } = database;

beforeEach(() => {
  asked.length = 0;
  script.replyFor = () => null;
});

const keptBy = (tenantId: string): Promise<string[]> =>
  db.modelCall
    .findMany({ where: { tenantId }, select: { about: true } })
    .then((calls) => calls.flatMap(({ about }) => about).sort());

test('what one tenant had judged is asked again for another, and found again for itself', async () => {
  for (const [jobId, tenantId, prompts] of [
    ['job_a', 'a', 3],
    ['job_a2', 'a', 3],
    ['job_b', 'b', 6],
  ] as const) {
    await newCases(jobId, 3);
    await judgeAll(jobId, { tenantId });
    assert.equal(asked.length, prompts);
  }
  assert.deepEqual(await keptBy('b'), ['case job_b 0', 'case job_b 1', 'case job_b 2']);
});

test('the calls that quote a case are removed with it, and no others', async () => {
  await newCases('job_gone', 3);
  await newCases('job_gone2', 4);
  await judgeAll('job_gone', { tenantId: 'gone' });
  // The first three are found; only the last is new, and belongs to this job.
  await judgeAll('job_gone2', { tenantId: 'gone' });
  await db.evaluationCase.deleteMany({ where: { jobId: 'job_gone', ordinal: 1 } });
  assert.deepEqual(await keptBy('gone'), ['case job_gone 0', 'case job_gone 2', 'case job_gone2 3']);
  await db.evaluationCase.deleteMany({ where: { jobId: 'job_gone' } });
  assert.deepEqual(await keptBy('gone'), ['case job_gone2 3']);
  assert.deepEqual([asked.length, (await scoresOf('job_gone2')).length], [4, 8]);
});

test('a case that is removed while a model judges it leaves no call', async () => {
  await newCases('job_race', 2);
  const { promise: removed, resolve } = Promise.withResolvers<void>();
  script.replyFor = () => ({ text: JSON.stringify({ reason: 'Late.', verdict: 'correct' }), after: removed });
  const judging = judgeAll('job_race', { tenantId: 'race' }).then(
    () => 'judged',
    () => 'failed',
  );
  while (asked.length < 2) await new Promise((next) => setImmediate(next));
  await db.evaluationCase.deleteMany({ where: { jobId: 'job_race' } });
  resolve();
  assert.equal(await judging, 'failed');
  assert.deepEqual(await keptBy('race'), []);
});
