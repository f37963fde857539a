/** The steps that remove datasets and documents, with a real object store. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { removeDataset, removeDocuments } from '../../../activities/knowledge/remove.ts';
import { changeDataset } from '../../../domain/knowledge/datasets/datasets.ts';
import { hideDocuments } from '../../../domain/knowledge/maintenance/removal/hide-documents.ts';
import { removeExpiredDatasets } from '../../../domain/knowledge/maintenance/removal/removal.ts';
import { envelopeOf, stepOf } from '../../support/knowledge/steps.ts';
import { OWNER, database, newDataset, put } from '../../support/knowledge/datasets.ts';
import { keysIn, openStore } from '../../support/store.ts';

const objects = openStore(`remove-${randomBytes(4).toString('hex')}`);
await objects.ensureBucket();
after(() => objects.close());
const { db } = database;
const stores = { database, objects };
const inputOf = (dataset_id: string) => ({ envelope: envelopeOf('knowledge.delete'), dataset_id });

/** A dataset with documents, whose Markdown is in the store. */
async function filled(prefix: string, count: number): Promise<string> {
  const id = await newDataset();
  for (let at = 0; at < count; at++) {
    const markdownKey = `knowledge/${id}/${prefix}-${at}`;
    await objects.put(markdownKey, Buffer.from('Words.'), 'text/markdown');
    await put(id, `${prefix}-${at}`, [['ada', 'engine']], { markdownKey, nodeSets: at === 0 ? [] : ['later'] });
  }
  return id;
}

const documentsOf = (datasetId: string): Promise<number> => db.knowledgeDocument.count({ where: { datasetId } });

test('documents that were hidden for a job are removed with their objects, and no others', async () => {
  const id = await filled('some', 3);
  await hideDocuments(database, OWNER, { jobId: 'job_some', datasetId: id }, { node_set: 'later' });
  const counted: [number, number | null][] = [];
  const step = {
    ...stepOf('job_some'),
    onProgress: ({ completed, total }: { completed: number; total: number | null }) =>
      void counted.push([completed, total]),
  };
  assert.deepEqual(await removeDocuments(stores, inputOf(id), step), { documents_removed: 2 });
  assert.deepEqual(counted.at(-1), [2, 2]);
  assert.equal(await documentsOf(id), 1);
  assert.deepEqual(await keysIn(objects, `knowledge/${id}/`), [`knowledge/${id}/some-0`]);
  assert.deepEqual(await removeDocuments(stores, inputOf(id), stepOf('job_none')), { documents_removed: 0 });
});

test('a step that is stopped leaves a hidden dataset, and the next attempt removes the rest', async () => {
  const id = await filled('all', 3);
  const stop = new AbortController();
  const step = { ...stepOf('job_all', stop.signal), onProgress: () => stop.abort() };
  await assert.rejects(removeDataset(stores, inputOf(id), step), { name: 'AbortError' });
  assert.ok((await documentsOf(id)) > 0);
  assert.equal(await db.knowledgeDataset.count({ where: { id, deletedAt: null } }), 0);

  await removeDataset(stores, inputOf(id), stepOf('job_all'));
  assert.equal(await documentsOf(id), 0);
  assert.equal(await db.knowledgeDataset.count({ where: { id } }), 0);
  assert.deepEqual(await keysIn(objects, `knowledge/${id}/`), []);
  assert.deepEqual(await removeDataset(stores, inputOf(id), stepOf('job_all')), { documents_removed: 0 });
});

test('a dataset that its owner decides to keep while the sweep is under way stays', async () => {
  const ids = [await filled('kept', 1), await filled('kept', 1)];
  await db.knowledgeDataset.updateMany({ where: { id: { in: ids } }, data: { expiresAt: new Date(0) } });
  const rival = {
    ...objects,
    remove: async (key: string) => {
      await objects.remove(key);
      // The sweep has listed both. The owner keeps the one whose turn comes next.
      const visible = await db.knowledgeDataset.findMany({ where: { id: { in: ids }, deletedAt: null } });
      for (const { id } of visible) await changeDataset(database, OWNER, id, { retention_class: 'standard' }, 7);
    },
  };
  assert.equal(await removeExpiredDatasets({ database, objects: rival }, () => {}), 1);
  const [left, ...others] = await db.knowledgeDataset.findMany({ where: { id: { in: ids } } });
  assert.ok(left && others.length === 0 && left.deletedAt === null);
  assert.equal(await documentsOf(left.id), 1);
  assert.deepEqual(await keysIn(objects, `knowledge/${left.id}/`), [`knowledge/${left.id}/kept-0`]);
});
