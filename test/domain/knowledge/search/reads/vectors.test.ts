/** A model whose vectors have got another length: what it made before is not compared with what it makes now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_TYPES } from '../../../../../domain/knowledge/search/query.ts';
import { database, newDataset, put, readNames } from '../../../../support/knowledge/datasets.ts';
import { divide } from '../../../../support/knowledge/connected.ts';
import { searching } from '../../../../support/knowledge/search.ts';

const search = await searching();
const { db } = database;

const id = await newDataset();
await put(id, 'trees', [
  ['alder', 'birch', 'cedar'],
  ['birch', 'leaf'],
  ['cedar', 'bark'],
]);
await readNames(id);
await divide(id);
await db.$executeRaw`
  INSERT INTO knowledge_fact_vector (fact_id, dataset_id, model, embedding)
  SELECT id, dataset_id, 'test', '[1,0,0]' FROM knowledge_fact WHERE dataset_id = ${id}`;

/** Of the chunk "birch leaf", and of all facts. */
await db.$executeRaw`
  UPDATE knowledge_vector SET embedding = '[1,0]' WHERE chunk_id =
    (SELECT id FROM knowledge_chunk WHERE dataset_id = ${id} AND body = 'birch leaf')`;
await db.$executeRaw`UPDATE knowledge_fact_vector SET embedding = '[1,0]' WHERE dataset_id = ${id}`;

for (const type of SEARCH_TYPES) {
  test(`${type} compares vectors of the present length alone`, async () => {
    const { results, warnings } = await search(id, { text: 'birch leaf', type, onlyContext: true });
    const isFound = results.some(({ passage }) => passage.body === 'birch leaf');
    if (type === 'CHUNKS') assert.equal(isFound, false);
    if (type === 'HYBRID') assert.ok(isFound, 'by its words');
    assert.equal(
      warnings.some(({ code }) => code === 'facts_without_vectors'),
      type === 'TRIPLETS',
    );
  });
}

test('a dataset of which the model makes vectors of another length is not searched by them', async () => {
  const old = await newDataset();
  await db.knowledgeDataset.update({ where: { id: old }, data: { embeddingDimensions: 5 } });
  await assert.rejects(search(old, { text: 'birch leaf', type: 'CHUNKS' }), { code: 'mixed_models' });
  assert.deepEqual((await search(old, { text: 'birch leaf', type: 'CHUNKS_LEXICAL' })).results, []);
});
