/** What is deleted is gone at once for its readers, and row by row afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../../domain/access/policy.ts';
import { countDatasets } from '../../../../../domain/knowledge/datasets/counters.ts';
import { listDocuments } from '../../../../../domain/knowledge/documents/documents.ts';
import { json } from '../../../../../platform/database/json.ts';
import { removeDocument } from '../../../../../domain/knowledge/maintenance/removal/removal.ts';
import {
  countHidden,
  findRemoval,
  hideDocuments,
} from '../../../../../domain/knowledge/maintenance/removal/hide-documents.ts';
import { searchScope } from '../../../../../domain/knowledge/search/scope.ts';
import { mostSimilar } from '../../../../../domain/knowledge/search/reads/vectors.ts';
import { derivedRows } from '../../../../support/knowledge/derived-rows.ts';
import { OWNER, database, newDataset, pkOf, put, readNames } from '../../../../support/knowledge/datasets.ts';

const { db } = database;

/** Chunks that the dataset still has rows of, and those that a search finds. */
async function chunksOf(datasetId: string): Promise<{ readonly rows: number; readonly found: number }> {
  const dataset = await db.knowledgeDataset.findUniqueOrThrow({ where: { id: datasetId } });
  const scope = searchScope(OWNER, [dataset], {});
  const found = await mostSimilar(database, scope, Float32Array.of(1, 0, 0), 10_000);
  return { rows: await db.knowledgeChunk.count({ where: { datasetId } }), found: found.length };
}

test('a long document disappears at once, and is removed in several transactions', async () => {
  const id = await newDataset();
  const long = Array.from({ length: 1_200 }, (_, at) => [`title${at}`, 'engine']);
  await put(id, 'long', long);
  await put(id, 'short', [['engine', 'loom']]);
  await readNames(id);
  const document = await pkOf(id, 'long');
  await hideDocuments(database, OWNER, { jobId: 'job_1', datasetId: id }, { document_id: 'doc_long' });
  assert.deepEqual(await chunksOf(id), { rows: 1_201, found: 1 });
  const counters = (await countDatasets(database, OWNER, [id])).get(id);
  assert.deepEqual([counters?.documents, counters?.chunks, counters?.entities], [1, 1, 1]);

  let transactions = 0;
  await removeDocument(database, { id: document, datasetId: id }, () => void transactions++);
  assert.equal(transactions, 3);

  await readNames(id);
  const fresh = await newDataset();
  await put(fresh, 'short', [['engine', 'loom']]);
  await readNames(fresh);
  assert.deepEqual(await derivedRows(database, id), await derivedRows(database, fresh));
});

test('an interrupted removal continues, and the same document may be added again meanwhile', async () => {
  const id = await newDataset();
  const text = Array.from({ length: 700 }, (_, at) => [`title${at}`, 'engine']);
  await put(id, 'a', text);
  const old = await pkOf(id, 'a');
  await hideDocuments(database, OWNER, { jobId: 'job_2', datasetId: id }, { document_id: 'doc_a' });
  const stop = new Error('stopped');
  const stopped = removeDocument(database, { id: old, datasetId: id }, () => {
    throw stop;
  });
  await assert.rejects(stopped, stop);
  await put(id, 'a', [['ada', 'engine']]);
  assert.deepEqual(await chunksOf(id), { rows: 201, found: 1 });
  await removeDocument(database, { id: old, datasetId: id }, () => undefined);
  assert.deepEqual(await chunksOf(id), { rows: 1, found: 1 });
  assert.equal((await listDocuments(database, OWNER, id, '0', 10)).length, 1);
});

test('a selection hides only what its caller may read, once per job', async () => {
  const id = await newDataset();
  const closed = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' as const };
  await put(id, 'a', [['ada']], { nodeSets: ['x', 'y'] });
  await put(id, 'b', [['loom']], { nodeSets: ['y'] });
  await put(id, 'c', [['engine']], { nodeSets: ['x'], ownerSubject: 'ben', accessPolicy: closed });
  const removal = { jobId: 'job_3', datasetId: id };
  await hideDocuments(database, OWNER, removal, { node_set: 'x' });
  const labels = async (by: typeof OWNER) => (await listDocuments(database, by, id, '0', 10)).map(({ label }) => label);
  assert.deepEqual(await labels(OWNER), ['b']);
  assert.deepEqual(await labels({ ...OWNER, subject: 'ben' }), ['b', 'c']);
  assert.equal(await countHidden(database, 'job_3'), 1);
  await put(id, 'd', [['ada']], { nodeSets: ['x'] });
  await hideDocuments(database, OWNER, removal, { node_set: 'x' });
  assert.deepEqual(await labels(OWNER), ['b', 'd']);
  assert.equal(await findRemoval(database, OWNER, id, 'doc_a'), 'job_3');
  assert.equal(await findRemoval(database, OWNER, id, 'doc_b'), null);
  assert.equal(await findRemoval(database, { ...OWNER, tenantId: 't2' }, id, 'doc_a'), null);
});

test('documents of an object that the caller may not read are not theirs to delete; those of a deleted object are', async () => {
  const id = await newDataset();
  const policies = {
    open: DEFAULT_ACCESS_POLICY,
    // OWNER states no purpose.
    purpose: { ...DEFAULT_ACCESS_POLICY, purpose_tags: ['care'] },
    private: { ...DEFAULT_ACCESS_POLICY, access_level: 'private' as const },
  };
  for (const [name, policy] of Object.entries(policies)) {
    const object = { tenantId: 't1', ownerSubject: 'ben', filename: name, metadata: {}, tags: [], currentVersion: 1 };
    await db.storageObject.create({
      data: { id: `obj_${name}`, ...object, mediaType: 'text/plain', accessPolicy: json(policy) },
    });
    await put(id, name, [[name]], { objectId: `obj_${name}`, nodeSets: ['all'] });
  }
  await put(id, 'gone', [['gone']], { objectId: 'obj_gone', nodeSets: ['all'] });
  await hideDocuments(database, OWNER, { jobId: 'job_4', datasetId: id }, { node_set: 'all' });
  const hidden = await db.knowledgeRemoval.findMany({ where: { jobId: 'job_4' }, orderBy: { documentId: 'asc' } });
  assert.deepEqual(
    hidden.map(({ documentId }) => documentId),
    ['doc_gone', 'doc_open'],
  );
});
