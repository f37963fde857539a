/** What the filters of a search removed is counted among what its type would rank. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANDIDATES } from '../../../../domain/knowledge/search/findings.ts';
import { database, newDataset, pkOf, put } from '../../../support/knowledge/datasets.ts';
import { searching } from '../../../support/knowledge/search.ts';

const search = await searching();

/** As many chunks as a search ranks by meaning, and one further away that alone has the question's word. */
const id = await newDataset();
await put(
  id,
  'near',
  Array.from({ length: CANDIDATES }, (_, at) => [`bird${at}`, 'wing']),
  { nodeSets: ['kept'] },
);
await put(id, 'far', [['alder', 'dunlin']]);
const far = await pkOf(id, 'far');
await database.db.$executeRaw`UPDATE knowledge_vector SET embedding = '[-1,-1,-1]' WHERE document_pk = ${far}`;

for (const [type, removed] of [
  ['CHUNKS', 0],
  ['CHUNKS_LEXICAL', 1],
  ['HYBRID', 1],
] as const) {
  test(`${type} counts ${removed} removed`, async () => {
    const { why } = await search(id, { text: 'dunlin', type, filters: { node_sets: ['kept'] }, explains: true });
    assert.equal(why?.filteredOut, removed);
  });
}
