/** What a search shows is bounded, however long the texts are that it finds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchType } from '../../../../domain/knowledge/search/query.ts';
import { database, newDataset, put, readNames } from '../../../support/knowledge/datasets.ts';
import { searching } from '../../../support/knowledge/search.ts';

const find = await searching();
const { db } = database;

/** A dataset of chunks that all have the word heron and end with that many spaces. */
async function datasetOf(chunks: number, spaces: number) {
  const id = await newDataset();
  const text = Array.from({ length: chunks }, (_, at) => [`bird${at}`, 'heron', `bird${(at + 1) % chunks}`]);
  await put(id, 'pond', text);
  await readNames(id);
  await db.$executeRaw`UPDATE knowledge_chunk SET body = body || repeat(' ', ${spaces}::int) WHERE dataset_id = ${id}`;
  await db.$executeRaw`INSERT INTO knowledge_fact_vector (fact_id, dataset_id, model, embedding)
    SELECT fact.id, fact.dataset_id, 'test', '[1,0,0]' FROM knowledge_fact fact WHERE fact.dataset_id = ${id}`;
  return id;
}

async function found(type: SearchType, chunks: number, spaces: number) {
  return find(await datasetOf(chunks, spaces), { text: 'heron', type, take: 100, onlyContext: true });
}

test('results beyond two million characters are left out, and a warning says so', async () => {
  const { results, warnings } = await found('CHUNKS_LEXICAL', 6, 600_000);
  assert.equal(results.length, 3);
  assert.ok(warnings.some(({ code }) => code === 'results_left_out'));
});

test('the best result is shown, whatever its length', async () => {
  const { results } = await found('CHUNKS_LEXICAL', 2, 2_500_000);
  assert.equal(results.length, 1);
});

test('nothing is left out of shorter results', async () => {
  const { results, warnings } = await found('CHUNKS_LEXICAL', 60, 5_000);
  assert.equal(results.length, 60);
  assert.ok(!warnings.some(({ code }) => code === 'results_left_out'));
});

test('facts cite only passages that are shown', async () => {
  const { results, facts } = await found('TRIPLETS', 6, 600_000);
  const shown = new Set(results.map(({ passage }) => passage.chunk));
  assert.equal(shown.size, 3);
  assert.equal(facts.length, 3);
  assert.ok(facts.every(({ evidence }) => evidence.length > 0 && evidence.every(({ chunk }) => shown.has(chunk))));
});
