import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCorrection } from '../../../../../domain/knowledge/graph/entities/corrections.ts';
import { readableDocuments } from '../../../../../domain/knowledge/graph/entities/named-entities.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../../support/knowledge/datasets.ts';

test('a document mentions a name by itself, or by one that is merged with it', async () => {
  const id = await newDataset();
  await put(id, 'a', [['smith']]);
  await put(id, 'b', [['forge']]);
  await put(id, 'c', [['mill']]);
  await readNames(id);
  const mentions = () => readableDocuments(database, OWNER, id, ['doc_a', 'doc_b', 'doc_c', 'doc_x'], 'smith');
  const before = Object.entries({ doc_a: true, doc_b: false, doc_c: false });
  assert.deepEqual(await mentions(), new Map(before));
  await addCorrection(database, OWNER, id, { kind: 'merge', names: ['forge', 'smith'], senses: null });
  assert.deepEqual(await mentions(), new Map([...before, ['doc_b', true]]));
});
