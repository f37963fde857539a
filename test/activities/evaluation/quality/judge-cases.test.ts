/** What steps of a quality run repeat when they are tried again: nothing that was committed or kept. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { readCases } from '../../../../activities/evaluation/quality/read-cases.ts';
import { addCases } from '../../../../domain/evaluation/cases.ts';
import { commitScores } from '../../../../domain/evaluation/scores.ts';
import { ServiceError } from '../../../../errors/index.ts';
import {
  asked,
  database,
  judgeAll,
  judgedCases,
  newCases,
  scoresOf,
  script,
} from '../../../support/evaluation/judged-database.ts';
import { envelopeOf, stepOf } from '../../../support/knowledge/steps.ts';

const { db } = database;
const CASES = 20;

beforeEach(() => {
  asked.length = 0;
  script.replyFor = () => null;
});

const whole = Array.from({ length: CASES }, (_, index) => [
  [index, 0, 1],
  [index, 1, index === 0 ? 1 : 0],
]).flat();

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const inOrder = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

test('a step that failed half-way asks only about the cases that have no verdict', async () => {
  await newCases('job_half', CASES);
  script.replyFor = (index) => (index === 11 ? { status: 503 } : null);
  await assert.rejects(
    judgeAll('job_half'),
    (error) => error instanceof ServiceError && error.code === 'model_unavailable',
  );
  // The second eight has one case without an answer; the third was not begun. Without a model all are measured.
  assert.deepEqual(inOrder(asked), numbers(0, 16));
  const found = await scoresOf('job_half');
  assert.deepEqual(
    found.filter(([, position]) => position === 0).map(([ordinal]) => ordinal),
    [...numbers(0, 11), ...numbers(12, 16)],
  );
  assert.deepEqual([found.filter(([, position]) => position === 1).length, await judgedCases('job_half')], [CASES, 0]);

  [asked.length, script.replyFor] = [0, () => null];
  assert.deepEqual(await judgeAll('job_half'), { is_done: true });
  assert.deepEqual(inOrder(asked), [11, ...numbers(16, CASES)]);
  assert.deepEqual(await scoresOf('job_half'), whole);
  assert.equal(await judgedCases('job_half'), CASES);
});

test('a step that is repeated after its end, or whose commit was lost, asks nothing again', async () => {
  await newCases('job_again', CASES);
  await judgeAll('job_again');
  await judgeAll('job_again');
  // As if the worker had died between the answers and their commit: finished calls are kept by content.
  await db.evaluationScore.deleteMany({ where: { case: { jobId: 'job_again' } } });
  await db.evaluationCase.updateMany({ where: { jobId: 'job_again' }, data: { judgedAt: null } });
  await judgeAll('job_again');
  assert.deepEqual(inOrder(asked), numbers(0, CASES));
  assert.deepEqual(await scoresOf('job_again'), whole);
});

test('a step that makes room for others says so, and the next goes on', async () => {
  await newCases('job_room', CASES);
  assert.deepEqual(await judgeAll('job_room', { step: { isInTheWay: () => true } }), { is_done: false });
  assert.deepEqual([inOrder(asked), await judgedCases('job_room')], [numbers(0, 8), 0]);
  assert.deepEqual(await judgeAll('job_room'), { is_done: true });
  assert.deepEqual(inOrder(asked), numbers(0, CASES));
});

test('over the budget no model is asked, and verdicts that are there stay', async () => {
  await newCases('job_over', CASES);
  await judgeAll('job_over', { step: { isInTheWay: () => true } });
  await judgeAll('job_over', { is_over_budget: true });
  assert.deepEqual(inOrder(asked), numbers(0, 8));
  assert.deepEqual(
    (await scoresOf('job_over')).filter(([, position]) => position === 0),
    numbers(0, CASES).map((index) => [index, 0, index < 8 ? 1 : 'over_budget']),
  );
});

test('scores that are committed twice stay as they were first', async () => {
  await newCases('job_twice', 1);
  const { id: caseId } = await db.evaluationCase.findFirstOrThrow({ where: { jobId: 'job_twice' } });
  const commit = (score: number) =>
    commitScores(database, [{ caseId, position: 0, repeat: 0, measured: { score, evidence: {} } }]);
  await commit(0.25);
  await commit(0.75);
  assert.deepEqual(await scoresOf('job_twice'), [[0, 0, 0.25]]);
});

test('cases that are read again, wholly or after a part, are there once and keep their rows', async () => {
  const lines = numbers(0, 450).map((index) => JSON.stringify({ actual_output: `answer ${index}` }));
  const objects = { getStream: async () => Readable.from([Buffer.from(lines.join('\n'))]) };
  const jobId = 'job_read';
  // An attempt before wrote the first ones.
  await addCases(database, jobId, [
    { ordinal: 0, subject: { actual_output: 'answer 0' } },
    { ordinal: 1, subject: { actual_output: 'answer 1' } },
  ]);
  const rowsOf = () =>
    db.evaluationCase.findMany({
      where: { jobId },
      select: { id: true, ordinal: true, subject: true },
      orderBy: { ordinal: 'asc' },
    });
  const [first] = await rowsOf();
  const read = () =>
    readCases({ database, objects }, { envelope: envelopeOf('evaluation.run'), cases_digest: 'd' }, stepOf(jobId));
  assert.deepEqual(await read(), { cases: 450 });
  const rows = await rowsOf();
  assert.deepEqual(
    rows.map(({ ordinal, subject }) => [ordinal, subject]),
    lines.map((line, index) => [index, JSON.parse(line)]),
  );
  assert.equal(rows[0]?.id, first?.id);
  await read();
  assert.deepEqual(await rowsOf(), rows);
});
