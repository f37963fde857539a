import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedLines } from '../support/lint.ts';

const PASSED_ON = ['export const a = ({ database }) => requestSlot(database.db, 5);'];
const STATEMENTS = [
  'export const b = ({ db }) => db.job.findMany();',
  'export const c = ({ database }) => database.db.$queryRaw`SELECT 1`;',
  'export class D { #db; e() { return this.#db.job.count(); } }',
];

for (const folder of ['api', 'activities', 'temporal-config', 'embedded', 'doctor']) {
  test(`the linter keeps statements out of ${folder}/`, () => {
    assert.deepEqual(refusedLines(folder, [...PASSED_ON, ...STATEMENTS], ['tables']), STATEMENTS);
  });
}

test('the linter allows statements in domain/', () => {
  assert.deepEqual(refusedLines('domain', STATEMENTS, ['tables']), []);
});
