import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission, PROCESS_TURNS, TENANT_TURNS } from '../../../api/costly/admission.ts';
import { TURNS_AT_ONCE } from '../../../api/contract/cost.ts';
import { routes } from '../../../api/routes.ts';
import { searchTurns } from '../../../api/knowledge/search/cost.ts';

const options = { signal: new AbortController().signal, isUnderWay: false };

test('the largest request of every operation fits in what a process does at once, and many in what a tenant may have', () => {
  const values = (count: number): string[] => Array.from({ length: count }, String);
  const filters = { document_ids: values(1000), object_ids: values(1000), tags: values(1000), node_sets: values(1000) };
  const largest = searchTurns({ query_text: 'x'.repeat(10_000), top_k: 100, filters, rerank: true });
  assert.equal(searchTurns({ query_text: 'Who?' }), 1);
  assert.ok(largest <= TURNS_AT_ONCE);
  assert.ok(TENANT_TURNS >= 8 * largest && PROCESS_TURNS >= TENANT_TURNS);
  assert.ok(routes.some(({ cost }) => typeof cost === 'function'));
});

test('a tenant that has no turns gets those in reserve', async () => {
  const { turns } = new Admission();
  await turns.take('a', { ...options, weight: TURNS_AT_ONCE });
  const more = turns.take('a', { ...options, weight: 1 });
  const other = await turns.take('b', { ...options, weight: TURNS_AT_ONCE });
  assert.equal(other.isReserve, true);
  assert.deepEqual([turns.taken, turns.waiting], [2 * TURNS_AT_ONCE, 1]);
  other.release();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(turns.waiting, 1, 'the reserve is not for the tenant that holds the others');
  void more;
});
