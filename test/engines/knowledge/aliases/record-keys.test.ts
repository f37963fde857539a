/** When different keys tell records of one name apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byKeys, keyConflicts } from '../../../../engines/knowledge/aliases/record-keys.ts';
import type { NamedStatement } from '../../../../engines/knowledge/aliases/record-keys.ts';

const key = (name: string, main: string, ...documents: readonly string[]): NamedStatement => ({
  alias: `entity of ${name}`,
  name,
  main,
  rule: 'record_key',
  documents,
});
const conflicts = (...statements: readonly NamedStatement[]) =>
  keyConflicts(statements).map(({ main, documents }) => [main, ...documents]);

test('different keys of one kind, in different documents, are a conflict', () => {
  assert.deepEqual(conflicts(key('customer 17', 'marsh', 'a'), key('customer 42', 'marsh', 'b')), [
    ['marsh', 'a', 'b'],
  ]);
  assert.deepEqual(conflicts(key('e 17', 'marsh', 'a'), key('e 42', 'marsh', 'a', 'b')), [['marsh', 'a', 'b']]);
});

test('keys of other kinds, of several names, or in one document are none', () => {
  assert.deepEqual(conflicts(key('customer 17', 'marsh', 'a'), key('employee 42', 'marsh', 'b')), []);
  assert.deepEqual(conflicts(key('row 1', 'marsh', 'a'), key('row 2', 'marsh', 'b'), key('row 2', 'oakes', 'a')), []);
  assert.deepEqual(conflicts(key('customer 17', 'marsh', 'a'), key('customer 42', 'marsh', 'a')), []);
  assert.deepEqual(
    conflicts({ ...key('customer 17', 'marsh', 'a'), rule: 'abbreviation' }, key('customer 42', 'marsh', 'b')),
    [],
  );
});

test('an ambiguous name stands for its keys', () => {
  const statements = [key('customer 17', 'marsh', 'a'), key('customer 18', 'oakes', 'a')];
  const turned = byKeys(statements, new Set(['marsh']), (entity) => `name of ${entity}`);
  assert.deepEqual(turned, [
    { ...statements[0], alias: 'marsh', main: 'entity of customer 17', name: 'name of marsh' },
    statements[1],
  ]);
});
