/** How many cases the result of a run shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCases } from '../../../domain/evaluation/cases.ts';
import { casesWithScores } from '../../../domain/evaluation/scored-cases.ts';
import { commitScores } from '../../../domain/evaluation/scores.ts';
import { database } from '../../support/knowledge/datasets.ts';

/** A job whose cases have a score with this much evidence. */
async function newJob(jobId: string, count: number, evidence: string): Promise<void> {
  const cases = Array.from({ length: count }, (_, ordinal) => ({ ordinal, subject: { actual_output: 'Yes.' } }));
  await addCases(database, jobId, cases);
  const rows = await database.db.evaluationCase.findMany({ where: { jobId }, select: { id: true } });
  for (const { id: caseId } of rows) {
    await commitScores(database, [{ caseId, position: 0, repeat: 0, measured: { score: 1, evidence: { evidence } } }]);
  }
}

const shown = async (jobId: string, take: number): Promise<number[]> =>
  (await casesWithScores(database, jobId, take)).map(({ ordinal }) => ordinal);

const firstOf = (count: number): number[] => Array.from({ length: count }, (_, ordinal) => ordinal);

test('the first cases are shown, up to the number that is asked for', async () => {
  await newJob('job_short', 130, '');
  assert.deepEqual(await shown('job_short', 120), firstOf(120));
  assert.deepEqual(await shown('job_short', 100), firstOf(100));
  assert.deepEqual(await shown('job_short', 1000), firstOf(130));
  assert.deepEqual(await shown('job_none', 1000), []);
});

test('fewer are shown when their evidence is long', async () => {
  await newJob('job_long', 60, 'x'.repeat(400_000));
  const cases = await shown('job_long', 1000);
  assert.deepEqual(cases, firstOf(42));
});
